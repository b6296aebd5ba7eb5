import { countedList } from '../../../counts/counted.ts';
import type { UserFilter } from '../contract.ts';
import { roleOf, withSeat } from './columns.ts';

export const COUNTED_USERS = countedList<UserFilter>({
  table: 'users',
  row: 'person',
  at: 'created_at',
  traits: { status: ['active', 'inactive'] },
  uncounted: (db, { role }, account_id) =>
    role === undefined
      ? []
      : [
          db`${role} = (
            select ${roleOf(db)}
            from (values (1)) as one
            ${withSeat(db, account_id)}
          )`,
        ],
});
