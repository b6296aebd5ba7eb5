import { badRequest, type FailureDetails } from '../../../lib/errors.ts';
import type { Reason } from '../../../lib/text/reasons.ts';
import { skillReasons } from '../reasons.ts';

/** Without a value, only whether the schema can be used. */
export type SchemaJob = { schema: string; value?: unknown };

/** The first fault of a value or of a schema. */
export type SchemaFinding = { message: string; details: FailureDetails | undefined };

export function tooLong({ value }: SchemaJob): SchemaFinding {
  return value === undefined
    ? findingOf('arguments_schema', skillReasons.schema_too_slow)
    : findingOf('arguments', skillReasons.arguments_too_slow);
}

export function findingOf(path: string, reason: Reason): SchemaFinding {
  const { message, details } = badRequest(path, reason);
  return { message, details };
}
