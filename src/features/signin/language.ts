import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { setStaffLanguage } from '../staff/queries.ts';
import { setUserLanguage } from '../users/sql/own.ts';

/** Stores the language of mails to the user. */
export async function storeLanguageOfUser(
  db: Queryable,
  { account_id, user_id }: { account_id: string; user_id: string },
  language: Language,
): Promise<void> {
  if (account_id === PLATFORM_ACCOUNT_ID) await setStaffLanguage(db, user_id, language);
  else await setUserLanguage(db, account_id, user_id, language);
}
