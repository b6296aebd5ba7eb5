import { randomUUID } from 'node:crypto';
import type { Fragment, Transaction } from '../../../lib/sql.ts';
import type { Counted } from '../view.ts';

/**
 * The part of a statement that notes what it adds to a list. `after` gives the new rows as (owner, trait, at),
 * from another part of the same statement.
 */
export function addition(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
  after: Fragment,
): Fragment {
  return tx`
    delta as (
      insert into count_deltas (account_id, counted, id, owner, trait, at, change)
      select ${account_id}, ${counted}, ${randomUUID()}, after.owner, after.trait, after.at, 1
      from (${after}) as after
    )`;
}

/**
 * The same for a statement that changes one row, which its transaction holds: taken away as it was, added as it
 * is, nothing where both are the same. A side without a row is one that the list does not show.
 */
export function move(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
  sides: { before: Fragment; after: Fragment },
): Fragment {
  return tx`
    delta as (
      insert into count_deltas (account_id, counted, id, owner, trait, at, change)
      select ${account_id}, ${counted}, side.id, side.owner, side.trait, side.at, side.change
      from (
        select ${randomUUID()}::uuid as id, gone.owner, gone.trait, gone.at, -1 as change
        from (${sides.before} except ${sides.after}) as gone
        union all
        select ${randomUUID()}::uuid, come.owner, come.trait, come.at, 1
        from (${sides.after} except ${sides.before}) as come
      ) as side
    )`;
}
