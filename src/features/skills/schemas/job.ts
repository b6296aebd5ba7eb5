import { badRequest, type FailureDetails } from '../../../lib/errors.ts';
import type { Reason } from '../../../lib/text/reasons.ts';
import { skillReasons } from '../reasons.ts';

/** The maximum size of an argument schema, in characters of JSON. */
export const MOST_SCHEMA_CHARACTERS = 64 * 1_024;

/** A job of the schema process: validates the value against the schema. Without a value, it checks only the schema. */
export type SchemaJob = { schema: string; value?: unknown };

/** The first error in the value or in the schema. */
export type SchemaCheckError = { message: string; details: FailureDetails | undefined };

export function schemaTimeoutError({ value }: SchemaJob): SchemaCheckError {
  return value === undefined
    ? toSchemaCheckError('arguments_schema', skillReasons.schema_too_slow)
    : toSchemaCheckError('arguments', skillReasons.arguments_too_slow);
}

export function toSchemaCheckError(path: string, reason: Reason): SchemaCheckError {
  const { message, details } = badRequest(path, reason);
  return { message, details };
}
