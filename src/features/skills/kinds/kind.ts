import type { Context } from '../../../access/context.ts';
import { detailsOf, Failure, invalidInput, type FailureDetails } from '../../../lib/errors.ts';
import { describeType } from '../../../lib/http/validate.ts';
import type { Reason } from '../../../lib/text/reasons.ts';
import type { SkillOutput } from '../contract.ts';
import type { ExecutionContext } from '../executions/context.ts';
import type { StoredSkill } from '../sql/skills.ts';

/** An execution whose checks have passed and whose row is written. */
export type SkillRun = {
  execution_id: string;
  skill: StoredSkill;
  arguments: Record<string, unknown>;
  session_context: ExecutionContext;
};

/** An English error text, with structured details from which the dashboard builds a translated text. */
export type SkillRunError = { error: string; error_details: FailureDetails | null };

export type SkillRunOutcome =
  | { kind: 'success'; output: SkillOutput; answer_status: number | null }
  | (SkillRunError & {
      kind: 'failure';
      answer_status: number | null;
      answer: string | null;
      /** Set if the caller caused the failure; the request then fails with this error. */
      caller_failure?: Failure;
    });

export function toSkillRunError(reason: Reason): SkillRunError {
  return { error: reason.text, error_details: detailsOf(null, reason) ?? null };
}

/** The outcome for arguments that the schema of the skill accepts but its kind cannot use. */
export function rejectedInputOutcome({ message, details }: Failure): SkillRunOutcome {
  const error = `arguments.${message}`;
  const error_details = details && {
    ...details,
    path: ['arguments', details.path].filter(Boolean).join('.'),
  };
  return {
    kind: 'failure',
    error,
    error_details: error_details ?? null,
    answer_status: null,
    answer: null,
    caller_failure: new Failure('BAD_REQUEST', error, {}, error_details),
  };
}

/** The error for an argument with a type that the schema of the skill accepts but its kind cannot use. */
export function wrongTypeFailure(path: string, type: 'object' | 'string'): Failure {
  return invalidInput({ path, rule: 'type', limit: type }, `${path}: ${describeType(type)}`);
}

/** Runs one kind of skill. Expected failures are returned, not thrown. Must not run in a transaction. */
export type SkillRunner = (ctx: Context, run: SkillRun) => Promise<SkillRunOutcome>;
