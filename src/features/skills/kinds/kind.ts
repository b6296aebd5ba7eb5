import type { Context } from '../../../access/context.ts';
import { Failure, invalidInput } from '../../../lib/errors.ts';
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
export function refused({ message, details }: Failure): Outcome {
  const error = `arguments.${message}`;
  const within = details && { ...details, path: ['arguments', details.path].filter(Boolean).join('.') };
  const refusal = new Failure('BAD_REQUEST', error, {}, within);
  return { kind: 'failure', error, answer_status: null, answer: null, refusal };
}

/** A member that the arguments schema of the skill should have asked for in this type. */
export function wrongType(path: string, type: 'object' | 'string'): Failure {
  return invalidInput({ path, rule: 'type', limit: type }, `${path}: must be ${type}`);
}

/** Returns expected failures as outcomes; holds no transaction. */
export type RunKind = (ctx: Context, run: Run) => Promise<Outcome>;
