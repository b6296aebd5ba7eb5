import type { InputFault } from '../../../lib/errors.ts';

/** Without a value, only whether the schema can be used. */
export type SchemaJob = { schema: string; value?: unknown };

/** Without a fault, the message states it. */
export type SchemaFinding = { message: string; fault?: InputFault };

export function tooLong({ value }: SchemaJob): SchemaFinding {
  return value === undefined
    ? { message: 'arguments_schema: takes too long to be made ready' }
    : { message: 'arguments: comparing them with the schema takes too long' };
}
