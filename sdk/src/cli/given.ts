/** The values of a command's flags, by the name of the flag. */
export type CommandArguments = Readonly<Record<string, unknown>>;

export function textOf(given: CommandArguments, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function listOf(given: CommandArguments, name: string): string[] | undefined {
  const value = given[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}
