import type { SkillKind } from '../contract.ts';
import { fillForm } from './formFill.ts';
import { callOut, timeoutOf } from './http.ts';
import type { Perform, Run } from './kind.ts';
import { searchForSkill } from './knowledgeSearch.ts';

const KINDS: Record<SkillKind, Perform> = {
  http: callOut,
  knowledge_search: searchForSkill,
  form_fill: fillForm,
};

/** What a kind without a limit of its own may take. */
const INSIDE_MS = 5_000;

export const perform: Perform = (ctx, run) => KINDS[run.skill.kind](ctx, run);

/** The longest that an execution may take. */
export function limitOf(run: Pick<Run, 'skill'>): number {
  return run.skill.kind === 'http' ? timeoutOf(run) : INSIDE_MS;
}
