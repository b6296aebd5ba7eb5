/** Removes empty cells: they do not set a member. */
export function omitEmptyCells<L extends object>(line: L): Partial<L> {
  const filled = Object.entries(line).filter(([, cell]) => typeof cell === 'string' && cell.trim() !== '');
  return Object.fromEntries(filled) as Partial<L>;
}
