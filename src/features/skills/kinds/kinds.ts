import type { SkillKind } from '../contract.ts';
import { runFormSkill } from './formFill.ts';
import { runHttpSkill, httpTimeout } from './http.ts';
import type { RunKind, SkillRun } from './kind.ts';
import { runSearchSkill } from './knowledgeSearch.ts';

const KINDS: Record<SkillKind, RunKind> = {
  http: runHttpSkill,
  knowledge_search: runSearchSkill,
  form_fill: runFormSkill,
};

/** The time limit of kinds that run inside this process. */
const INSIDE_MS = 5_000;

export const runKind: RunKind = (ctx, run) => KINDS[run.skill.kind](ctx, run);

/** The longest that an execution may take. */
export function limitOf(run: Pick<SkillRun, 'skill'>): number {
  return run.skill.kind === 'http' ? httpTimeout(run) : INSIDE_MS;
}
