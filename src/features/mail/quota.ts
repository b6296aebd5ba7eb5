import { DAY_MS } from '../../lib/time/clock.ts';
import { tooManyRequests } from '../../lib/errors.ts';
import { mailReasons } from './reasons.ts';
import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/quota.ts';

/** The most mails per day that users can cause, per recipient and per account. */
export const MOST_MAILS_PER_DAY = { to_recipient: 10, of_account: 500 };

/** Throws 429 above the daily limits. For mails that a user requests. */
export async function assertMailAllowed(
  tx: Transaction,
  account_id: string,
  recipient: string,
  now: Date,
): Promise<void> {
  await queries.lockAccountForMail(tx, account_id);
  const { to_recipient, of_account } = await countOfDay(tx, account_id, recipient, now);
  if (to_recipient >= MOST_MAILS_PER_DAY.to_recipient)
    throw tooManyRequests(
      'email',
      mailReasons.address_mails({ most: MOST_MAILS_PER_DAY.to_recipient }),
      DAY_MS,
    );
  if (of_account >= MOST_MAILS_PER_DAY.of_account)
    throw tooManyRequests(
      'email',
      mailReasons.account_mails({ most: MOST_MAILS_PER_DAY.of_account }),
      DAY_MS,
    );
}

/**
 * Returns false above the daily limit of the address. For requests that must succeed without the mail, or whose
 * response must not reveal anything about the address.
 */
export async function isMailToRecipientAllowed(
  db: Queryable,
  account_id: string,
  recipient: string,
  now: Date,
): Promise<boolean> {
  const { to_recipient } = await countOfDay(db, account_id, recipient, now);
  return to_recipient < MOST_MAILS_PER_DAY.to_recipient;
}

function countOfDay(db: Queryable, account_id: string, recipient: string, now: Date) {
  return queries.countMails(db, account_id, { recipient, since: new Date(now.getTime() - DAY_MS) });
}
