import { PAGE_LANGUAGES, type Language } from '../../lib/text/language.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { findLanguagesOfUsers } from './sql/languages.ts';

/** Returns the language of the first user in the list with a known language, or English. */
export async function languageOfRecipients(
  tx: Transaction,
  account_id: string,
  user_ids: readonly (string | null)[],
): Promise<Language> {
  const ids = user_ids.filter((id) => id !== null);
  const known = await findLanguagesOfUsers(tx, account_id, ids);
  const languages = ids.map((id) => known.find((one) => one.id === id)?.language);
  return PAGE_LANGUAGES.find((language) => language === languages.find((one) => one !== undefined)) ?? 'en';
}
