import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';

/**
 * The attempt of a row, `item`, whose sender may have written the request and did not write the result. It counts as
 * made, so that an endpoint gets at most three requests for an event. A single one, which was asked for, is made again.
 */
// across accounts: a column of other statements
export function attemptAfterLoss(db: Queryable): Fragment {
  return db`case when item.is_single then item.attempt else item.attempt + 1 end`;
}
