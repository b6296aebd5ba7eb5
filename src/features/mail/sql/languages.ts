import type { Queryable } from '../../../lib/sql.ts';

/** Of users of the account and of the staff, who may write to them. */
export async function findLanguages(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<{ id: string; language: string }[]> {
  return db<{ id: string; language: string }[]>`
    select person.id, person.language
    from users as person
    where person.account_id = ${account_id}
      and person.id = any (${[...ids]}::uuid[])
      and person.language is not null
    union all
    select colleague.id, colleague.language
    from staff as colleague
    where colleague.id = any (${[...ids]}::uuid[])
      and colleague.language is not null`;
}
