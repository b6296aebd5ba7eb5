import { firstIdOf } from '../../../lib/ids.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type MailCounts = { of_account: number; to_recipient: number };

/** Mail ids contain their creation time, so the query reads only mails of the period. */
export async function countMails(
  db: Queryable,
  account_id: string,
  { recipient, since }: { recipient: string; since: Date },
): Promise<MailCounts> {
  const [count] = await db<[MailCounts]>`
    select
      count(*)::int as of_account,
      (count(*) filter (where mail.recipient = ${recipient}))::int as to_recipient
    from mails as mail
    where mail.account_id = ${account_id}
      and mail.id >= ${firstIdOf(since)}`;
  return count;
}

/** Locks the account, so that simultaneous requests count each other's mails. */
export async function lockAccountForMail(tx: Transaction, account_id: string): Promise<void> {
  await tx`
    select 1
    from accounts as account
    where account.id = ${account_id}
    for no key update`;
}
