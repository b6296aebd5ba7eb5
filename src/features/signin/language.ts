import { PLATFORM } from '../../access/platform.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { setStaffLanguage } from '../staff/queries.ts';
import { setUserLanguage } from '../users/sql/own.ts';

/** Mails to the person speak it from now on. */
export async function keepLanguage(
  db: Queryable,
  { account_id, user_id }: { account_id: string; user_id: string },
  language: Language,
): Promise<void> {
  if (account_id === PLATFORM) await setStaffLanguage(db, user_id, language);
  else await setUserLanguage(db, account_id, user_id, language);
}
