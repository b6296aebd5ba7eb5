import type { Context } from '../../../access/context.ts';
import { Failure } from '../../../lib/errors.ts';
import type { SkillOutput } from '../contract.ts';
import type { ResolvedContext } from '../executions/context.ts';
import type { StoredSkill } from '../sql/skills.ts';

/** One execution, checked and on record: what is left is to do it. */
export type Run = {
  execution_id: string;
  skill: StoredSkill;
  arguments: Record<string, unknown>;
  session_context: ResolvedContext;
};

export type Outcome =
  | { kind: 'success'; output: SkillOutput; answer_status: number | null }
  | {
      kind: 'failure';
      error: string;
      answer_status: number | null;
      answer: string | null;
      /** What the caller did wrong, where it was the caller. */
      refusal?: Failure;
    };

/** What the caller sent was wrong in a way that only the kind itself can tell. */
export function refused(message: string): Outcome {
  const refusal = new Failure('BAD_REQUEST', message);
  return { kind: 'failure', error: message, answer_status: null, answer: null, refusal };
}

/** Never throws for what may happen; holds no transaction while it is slow. */
export type Perform = (ctx: Context, run: Run) => Promise<Outcome>;
