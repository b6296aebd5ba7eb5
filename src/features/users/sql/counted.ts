import { defineCountedList } from '../../../counts/counts.ts';
import type { UserQuery } from '../contract.ts';
import { userRoleColumn, withSeat } from './columns.ts';

/** The filter of the user list. `email` is in its stored, normalized form. */
export type UserListFilter = Omit<UserQuery, 'user_id'>;

export const COUNTED_USERS = defineCountedList<UserListFilter>({
  table: 'users',
  row: 'person',
  at: 'created_at',
  traits: { status: ['active', 'inactive'] },
  uncounted: (db, { role, email }, account_id) => [
    ...(email === undefined ? [] : [db`person.email = ${email}`]),
    ...(role === undefined
      ? []
      : [
          db`${role} = (
            select ${userRoleColumn(db)}
            from (values (1)) as one
            ${withSeat(db, account_id)}
          )`,
        ]),
  ],
});
