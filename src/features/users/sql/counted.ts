import { countedList } from '../../../counts/counts.ts';
import type { UserQuery } from '../contract.ts';
import { roleOf, withSeat } from './columns.ts';

/** Addresses as they are stored. */
export type ListedUsers = Omit<UserQuery, 'user_id'>;

export const COUNTED_USERS = countedList<ListedUsers>({
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
            select ${roleOf(db)}
            from (values (1)) as one
            ${withSeat(db, account_id)}
          )`,
        ]),
  ],
});
