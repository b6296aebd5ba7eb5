import { DAY_MS } from '../../lib/time/clock.ts';
import { tooManyRequests } from '../../lib/errors.ts';
import { mailReasons } from './reasons.ts';
import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/quota.ts';

/** The most mails a day that users can cause: to one address, and from one account. */
export const MOST_MAILS = { to_recipient: 10, of_account: 500 };

/** For mails that a user asks for: 429 above the daily limit. */
export async function assertMailAllowed(
  tx: Transaction,
  account_id: string,
  recipient: string,
  now: Date,
): Promise<void> {
  await queries.lockAccountForMail(tx, account_id);
  const { to_recipient, of_account } = await countOfDay(tx, account_id, recipient, now);
  if (to_recipient >= MOST_MAILS.to_recipient)
    throw tooManyRequests('email', mailReasons.address_mails({ most: MOST_MAILS.to_recipient }), DAY_MS);
  if (of_account >= MOST_MAILS.of_account)
    throw tooManyRequests('email', mailReasons.account_mails({ most: MOST_MAILS.of_account }), DAY_MS);
}

/**
 * For mails that must not fail their cause, or must not reveal anything: false above the daily limit of the
 * address.
 */
export async function isMailAllowed(
  db: Queryable,
  account_id: string,
  recipient: string,
  now: Date,
): Promise<boolean> {
  const { to_recipient } = await countOfDay(db, account_id, recipient, now);
  return to_recipient < MOST_MAILS.to_recipient;
}

function countOfDay(db: Queryable, account_id: string, recipient: string, now: Date) {
  return queries.countMails(db, account_id, { recipient, since: new Date(now.getTime() - DAY_MS) });
}
