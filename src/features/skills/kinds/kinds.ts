import type { SkillKind } from '../contract.ts';
import { fillForm } from './formFill.ts';
import { callOut, timeoutOf } from './http.ts';
import type { RunKind, Run } from './kind.ts';
import { searchForSkill } from './knowledgeSearch.ts';

const KINDS: Record<SkillKind, RunKind> = {
  http: callOut,
  knowledge_search: searchForSkill,
  form_fill: fillForm,
};

/** The time limit of kinds that run inside this process. */
const INSIDE_MS = 5_000;

export const runKind: RunKind = (ctx, run) => KINDS[run.skill.kind](ctx, run);

/** The longest that an execution may take. */
export function limitOf(run: Pick<Run, 'skill'>): number {
  return run.skill.kind === 'http' ? timeoutOf(run) : INSIDE_MS;
}
