import type { Context } from '../../../access/context.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure } from '../../../lib/errors.ts';
import type { Outgoing } from '../../../lib/outgoing/outgoing.ts';
import type { SecretBox } from '../../../lib/secretBox.ts';
import type { SkillOutput } from '../contract.ts';
import type { ResolvedContext } from '../executions/context.ts';
import type { StoredSkill } from '../queries.ts';
import type { SchemaChecker } from '../schemas/schemas.ts';

/** What skills run with. */
export type SkillTools = { box: SecretBox; outgoing: Outgoing; clock: Clock; schemas: SchemaChecker };

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
export type Perform = (ctx: Context, tools: SkillTools, run: Run) => Promise<Outcome>;
