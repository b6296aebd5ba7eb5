import type { SkillKind } from '../contract.ts';
import { runFormSkill } from './formFill.ts';
import { runHttpSkill, httpSkillTimeoutMs } from './http.ts';
import type { SkillRunner, SkillRun } from './kind.ts';
import { runSearchSkill } from './knowledgeSearch.ts';

const KINDS: Record<SkillKind, SkillRunner> = {
  http: runHttpSkill,
  knowledge_search: runSearchSkill,
  form_fill: runFormSkill,
};

/** The time limit of kinds that make no HTTP call. */
const INSIDE_MS = 5_000;

export const runSkillOfKind: SkillRunner = (ctx, run) => KINDS[run.skill.kind](ctx, run);

export function executionTimeoutMs(run: Pick<SkillRun, 'skill'>): number {
  return run.skill.kind === 'http' ? httpSkillTimeoutMs(run) : INSIDE_MS;
}
