import type { Context } from '../../../access/context.ts';
import { Failure } from '../../../lib/errors.ts';
import type { SkillOutput } from '../contract.ts';
import type { ResolvedContext } from '../executions/context.ts';
import type { StoredSkill } from '../sql/skills.ts';

/** An execution that is checked and written, ready to run. */
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
      /** Set where the caller was wrong. */
      refusal?: Failure;
    };

/** The outcome for input that only the kind itself can refuse. */
export function refused(message: string): Outcome {
  const refusal = new Failure('BAD_REQUEST', message);
  return { kind: 'failure', error: message, answer_status: null, answer: null, refusal };
}

/** Returns expected failures as outcomes; holds no transaction. */
export type RunKind = (ctx: Context, run: Run) => Promise<Outcome>;
