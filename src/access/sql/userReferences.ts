import { hideFromPlanner, type Transaction } from '../../lib/sql/sql.ts';

export async function findActiveUsers(
  tx: Transaction,
  account_id: string,
  { ids, emails }: { ids: readonly string[]; emails: readonly string[] },
): Promise<{ user_id: string; name: string; email: string }[]> {
  return tx<{ user_id: string; name: string; email: string }[]>`
    select person.id as user_id, person.full_name as name, person.email
    from users as person
    where person.account_id = ${account_id}
      and person.status = 'active'
      and (
        person.id = any (${hideFromPlanner(tx, 'uuid[]', ids)}::uuid[])
        or person.email = any (${hideFromPlanner(tx, 'text[]', emails)}::text[])
      )`;
}
