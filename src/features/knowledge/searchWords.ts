const PREFIX_LENGTH = 6;

/**
 * The prefix of every word of an account in the index; where two accounts share it, their ids still differ.
 */
export function accountPrefix(account_id: string): string {
  return account_id.slice(-PREFIX_LENGTH);
}

/** A word that marks every passage of a collection and occurs in no text. */
export function collectionWord(account_id: string, collection_id: string): string {
  return `${accountPrefix(account_id)}#${collection_id.slice(-2 * PREFIX_LENGTH)}`;
}

/** One of these words, as a tsquery is written. */
export function anyOf(words: readonly string[]): string {
  return `(${words.map(quoteWord).join(' | ')})`;
}

export function allOf(words: readonly string[]): string {
  return `(${words.map(quoteWord).join(' & ')})`;
}

export function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
