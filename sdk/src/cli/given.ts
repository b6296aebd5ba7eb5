/** Values by the name of their flag. */
export type Given = Readonly<Record<string, unknown>>;

export function textOf(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function listOf(given: Given, name: string): string[] | undefined {
  const value = given[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}
