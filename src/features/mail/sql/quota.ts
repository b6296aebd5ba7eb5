import { firstIdOf } from '../../../lib/ids.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type MailCount = { of_account: number; to_recipient: number };

/** Ids tell when a mail was queued, so that only those of the time are looked at. */
export async function countMails(
  db: Queryable,
  account_id: string,
  { recipient, since }: { recipient: string; since: Date },
): Promise<MailCount> {
  const [count] = await db<[MailCount]>`
    select
      count(*)::int as of_account,
      (count(*) filter (where mail.recipient = ${recipient}))::int as to_recipient
    from mails as mail
    where mail.account_id = ${account_id}
      and mail.id >= ${firstIdOf(since)}`;
  return count;
}

/** Locks the account, so that parallel mails are all counted. */
export async function lockAccountForMail(tx: Transaction, account_id: string): Promise<void> {
  await tx`
    select 1
    from accounts as account
    where account.id = ${account_id}
    for no key update`;
}
