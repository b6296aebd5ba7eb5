import type { Fragment, Queryable } from './sql.ts';

/** A condition of a `where` clause: the text in lower case contains all words of the search, in any order. */
export function andContainsWords(db: Queryable, text: Fragment, search = ''): Fragment | Fragment[] {
  const words = search.split(/\s+/u).filter(Boolean);
  return words.length === 0 ? db`` : words.map((word) => db`and strpos(${text}, lower(${word})) > 0`);
}
