import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { MailFilter, OutgoingMail } from '../contract.ts';

// across accounts: staff see the mails of all accounts
export async function listMails(
  db: Queryable,
  { state, search, limit, offset }: MailFilter,
): Promise<OutgoingMail[]> {
  return db<OutgoingMail[]>`
    select
      mail.id,
      mail.account_id,
      account.name as account_name,
      mail.recipient,
      mail.subject,
      mail.state,
      mail.attempts,
      mail.last_error,
      mail.created_at,
      mail.due_at,
      mail.give_up_at,
      mail.ended_at
    from mails as mail
    left join accounts as account
      on account.id = mail.account_id
    where true
      ${state === undefined ? db`` : db`and mail.state = ${state}`}
      ${
        search === undefined
          ? db``
          : db`and strpos(lower(mail.recipient || ' ' || mail.subject), lower(${search})) > 0`
      }
    order by mail.created_at desc, mail.id desc
    limit ${limit}
    offset ${offset}`;
}

export async function lockMail(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<Pick<OutgoingMail, 'state' | 'subject'> | undefined> {
  const [mail] = await tx<Pick<OutgoingMail, 'state' | 'subject'>[]>`
    select mail.state, mail.subject
    from mails as mail
    where mail.account_id = ${account_id}
      and mail.id = ${id}
    for update`;
  return mail;
}

/** Makes a mail due now, unless it is being sent. */
export async function makeMailDue(tx: Transaction, account_id: string, id: string, now: Date): Promise<void> {
  await tx`
    update mails
    set due_at = ${now}
    where account_id = ${account_id}
      and id = ${id}
      and claim_id is null`;
}
