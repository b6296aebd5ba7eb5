import { PLATFORM } from '../../../access/platform.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';

type Known = { id: string; language: string };

/** The languages of users of an account, or of the staff if it is the platform. */
export async function findLanguages(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<Known[]> {
  return account_id === PLATFORM
    ? db<Known[]>`
        select colleague.id, colleague.language
        from staff as colleague
        where colleague.id = any (${[...ids]}::uuid[])
          and colleague.language is not null`
    : db<Known[]>`
        select person.id, person.language
        from users as person
        where person.account_id = ${account_id}
          and person.id = any (${[...ids]}::uuid[])
          and person.language is not null`;
}
