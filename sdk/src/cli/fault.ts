/** The command line is invalid. Thrown before any request is sent. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/**
 * Returns a suggestion with the known words that are most similar to a mistyped word, as the end of an error message.
 */
export function suggest(typed: string, known: readonly string[]): string {
  const near = known.filter((word) => word.startsWith(typed) || distance(typed, word) <= FARTHEST);
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
}

const FARTHEST = 2;

/** Returns the Levenshtein distance: the minimum number of letters to insert, delete or replace. */
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
