import { LANGUAGES, type Language } from '../../lib/text/language.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { findLanguages } from './sql/languages.ts';

/** The language of a mail: that of the first of these people whose language is known, else English. */
export async function languageOfRecipients(
  tx: Transaction,
  account_id: string,
  user_ids: readonly (string | null)[],
): Promise<Language> {
  const ids = user_ids.filter((id) => id !== null);
  const known = await findLanguages(tx, account_id, ids);
  const languages = ids.map((id) => known.find((one) => one.id === id)?.language);
  return LANGUAGES.find((language) => language === languages.find((one) => one !== undefined)) ?? 'en';
}
