import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';

type UserLanguage = { id: string; language: string };

/**
 * Finds the languages of users of an account, or of staff members if the account is PLATFORM. Ids without a language
 * are omitted.
 */
export async function findLanguagesOfUsers(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<UserLanguage[]> {
  return account_id === PLATFORM_ACCOUNT_ID
    ? db<UserLanguage[]>`
        select colleague.id, colleague.language
        from staff as colleague
        where colleague.id = any (${[...ids]}::uuid[])
          and colleague.language is not null`
    : db<UserLanguage[]>`
        select person.id, person.language
        from users as person
        where person.account_id = ${account_id}
          and person.id = any (${[...ids]}::uuid[])
          and person.language is not null`;
}
