import { idsOf } from '../../../lib/schema/idList.ts';
import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { AccountSeat, AccountSeatSearch } from '../contract.ts';

/** Reads the first matching seats and their total with one statement, so that both come from one snapshot. */
export async function querySeats(
  db: Queryable,
  account_id: string,
  { limit, ...filter }: Omit<AccountSeatSearch, 'account_id'>,
): Promise<{ seats: AccountSeat[]; total: number }> {
  const rows = await db<RowWithTotal<AccountSeat>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      ${matchingSeats(db, account_id, filter)}
    ) as matching
    left join lateral (
      select seat.id, seat.device_name, wearer.full_name as user_name
      ${matchingSeats(db, account_id, filter)}
      order by seat.device_name, seat.id
      limit ${limit}
    ) as page on true
    order by page.device_name, page.id`;
  const { shown, total } = pageOf(rows);
  return { seats: shown, total };
}

type Matching = Pick<AccountSeatSearch, 'search' | 'seat_ids'>;

function matchingSeats(db: Queryable, account_id: string, { search, seat_ids }: Matching): Fragment {
  const text = db`lower(concat_ws(' ', seat.device_name, wearer.full_name))`;
  return db`
    from seats as seat
    left join users as wearer
      on wearer.account_id = ${account_id}
      and wearer.id = seat.user_id
    where seat.account_id = ${account_id}
      ${seat_ids === undefined ? db`` : db`and seat.id = any (${idsOf(seat_ids)}::uuid[])`}
      ${andContainsWords(db, text, search)}`;
}
