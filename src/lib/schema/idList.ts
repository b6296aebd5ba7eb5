/** Splits an `IdList`. In a module of its own, so that statements do not load the schema library. */
export function idsOf(list: string): string[] {
  return list.split(',');
}
