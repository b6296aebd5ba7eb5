/** The command line is not valid; nothing was done. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/** The known words that are nearest to one that was typed, as half a sentence. */
export function meantBy(typed: string, known: readonly string[]): string {
  const near = known.filter((word) => word.startsWith(typed) || distance(typed, word) <= FARTHEST);
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
}

const FARTHEST = 2;

/** The fewest letters to add, leave out or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [place, wanted] of other.split('').entries()) {
      const [left = 0, above = 0, corner = 0] = [next[place], row[place + 1], row[place]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
