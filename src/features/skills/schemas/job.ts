/** Without a value, only whether the schema can be used. */
export type SchemaJob = { schema: string; value?: unknown };

export function tooLong({ value }: SchemaJob): string {
  return value === undefined
    ? 'arguments_schema: takes too long to be made ready'
    : 'arguments: comparing them with the schema takes too long';
}
