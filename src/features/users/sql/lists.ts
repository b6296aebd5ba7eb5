import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { AccountUserExportFilter } from '../people/contract.ts';
import { withSeat } from './columns.ts';
import { accountUserColumns, whereMatches, withInvitation } from './people.ts';

/** Selects all users that match the filter of the list. */
export function selectAccountUsersForCsv(
  db: Queryable,
  account_id: string,
  filter: AccountUserExportFilter,
): Fragment {
  return db`
    select ${accountUserColumns(db)}, seat.roles as seat_roles
    from users as person
    ${withSeat(db, account_id)}
    ${withInvitation(db, account_id)}
    where person.account_id = ${account_id}
      ${whereMatches(db, filter)}
    order by person.created_at desc, person.id desc`;
}

export type UserAccessByEmail = { id: string; access: 'admin' | 'member'; status: 'active' | 'inactive' };

/** Finds the user of the account with this email address. */
export async function findUserAccess(
  db: Queryable,
  account_id: string,
  email: string,
): Promise<UserAccessByEmail | undefined> {
  const [user] = await db<UserAccessByEmail[]>`
    select person.id, case when person.is_admin then 'admin' else 'member' end as access, person.status
    from users as person
    where person.account_id = ${account_id}
      and person.email = ${email}`;
  return user;
}
