/** Splits an `IdList`. This function has its own module, so that SQL modules do not load the schema library. */
export function idsOf(list: string): string[] {
  return list.split(',');
}
