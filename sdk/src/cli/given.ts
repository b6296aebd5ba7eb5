/** The values of a command's flags, by the name of the flag. */
export type CommandArguments = Readonly<Record<string, unknown>>;

export function textArgument(given: CommandArguments, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function listArgument(given: CommandArguments, name: string): string[] | undefined {
  const value = given[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}
