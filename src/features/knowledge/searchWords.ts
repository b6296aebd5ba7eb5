const PREFIX_LENGTH = 6;

/**
 * The prefix of every indexed word of an account: one index serves all accounts, and the prefix keeps their words
 * apart. Two accounts can have the same prefix, so queries compare the account id too.
 */
export function accountWordPrefix(account_id: string): string {
  return account_id.slice(-PREFIX_LENGTH);
}

/**
 * An artificial word that is indexed with every passage of a collection, so that the index can filter by collection. It
 * cannot occur in a text.
 */
export function collectionWord(account_id: string, collection_id: string): string {
  return `${accountWordPrefix(account_id)}#${collection_id.slice(-2 * PREFIX_LENGTH)}`;
}

/** Builds a tsquery that matches any of the words. */
export function anyWordQuery(words: readonly string[]): string {
  return `(${words.map(quoteWord).join(' | ')})`;
}

export function allWordsQuery(words: readonly string[]): string {
  return `(${words.map(quoteWord).join(' & ')})`;
}

export function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
