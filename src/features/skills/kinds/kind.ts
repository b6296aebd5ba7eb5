import type { Context } from '../../../access/context.ts';
import { Failure, invalidInput } from '../../../lib/errors.ts';
import type { SkillOutput } from '../contract.ts';
import type { ResolvedContext } from '../executions/context.ts';
import type { StoredSkill } from '../sql/skills.ts';

/** An execution that is checked and written, ready to run. */
export type SkillRun = {
  execution_id: string;
  skill: StoredSkill;
  arguments: Record<string, unknown>;
  session_context: ResolvedContext;
};

export type RunOutcome =
  | { kind: 'success'; output: SkillOutput; answer_status: number | null }
  | {
      kind: 'failure';
      error: string;
      answer_status: number | null;
      answer: string | null;
      /** Set where the caller was wrong. */
      caller_failure?: Failure;
    };

/** The outcome for input that only the kind itself can refuse. */
export function rejectedInput({ message, details }: Failure): RunOutcome {
  const error = `arguments.${message}`;
  const details_in_arguments = details && {
    ...details,
    path: ['arguments', details.path].filter(Boolean).join('.'),
  };
  const caller_failure = new Failure('BAD_REQUEST', error, {}, details_in_arguments);
  return { kind: 'failure', error, answer_status: null, answer: null, caller_failure };
}

/** A member that the arguments schema of the skill should have asked for in this type. */
export function wrongType(path: string, type: 'object' | 'string'): Failure {
  return invalidInput({ path, rule: 'type', limit: type }, `${path}: must be ${type}`);
}

/** Returns expected failures as outcomes; holds no transaction. */
export type RunKind = (ctx: Context, run: SkillRun) => Promise<RunOutcome>;
