import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { Language } from '../../../lib/text/language.ts';
import type { MailContent } from '../content.ts';

export type NewMail = {
  id: string;
  recipient: string;
  language: Language;
  subject: string;
  content: MailContent;
  link_path?: string;
  sealed_link?: Buffer;
  created_at: Date;
  due_at: Date;
  give_up_at: Date;
};

export type ClaimedMail = {
  account_id: string;
  id: string;
  recipient: string;
  /** Null is English. */
  language: Language | null;
  subject: string;
  content: MailContent | null;
  /** In place of `content`, for mails queued by an older version. */
  body: string | null;
  link_path: string | null;
  sealed_link: Buffer | null;
  attempts: number;
  give_up_at: string;
};

export async function insertMail(tx: Transaction, account_id: string, mail: NewMail): Promise<void> {
  await tx`
    insert into mails ${tx({ account_id, ...mail, content: tx.json(mail.content) })}`;
}

// across accounts: one sender serves all accounts
export function areMailsDue(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      select 1
      from mails as waiting
      where waiting.state = 'waiting'
        and waiting.due_at <= ${now}
    )`;
}

export type DueMail = { account_id: string; id: string };

// across accounts: one sender serves all accounts
export async function listDueMails(db: Queryable, now: Date, limit: number): Promise<DueMail[]> {
  return db<DueMail[]>`
    select waiting.account_id, waiting.id
    from mails as waiting
    where waiting.state = 'waiting'
      and waiting.due_at <= ${now}
    order by waiting.due_at
    limit ${limit}`;
}

export async function claimMails(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
  claim: { claim_id: string; now: Date; lease_until: Date },
): Promise<ClaimedMail[]> {
  return db<ClaimedMail[]>`
    update mails as mail
    set due_at = ${claim.lease_until},
        claim_id = ${claim.claim_id},
        attempts = mail.attempts + 1
    from (
      select waiting.id
      from mails as waiting
      where waiting.account_id = ${account_id}
        and waiting.id = any (${[...ids]})
        and waiting.state = 'waiting'
        and waiting.due_at <= ${claim.now}
      for update skip locked
    ) as due
    where mail.account_id = ${account_id}
      and mail.id = due.id
    returning mail.account_id, mail.id, mail.recipient, mail.language, mail.subject, mail.content, mail.body, mail.link_path,
      mail.sealed_link, mail.attempts, mail.give_up_at`;
}

/** Ends a mail; its text goes with it. */
export async function endMail(
  db: Queryable,
  account_id: string,
  id: string,
  end: { claim_id: string; state: 'sent' | 'given_up'; last_error: string | null; now: Date },
): Promise<void> {
  await db`
    update mails
    set state = ${end.state},
        content = null,
        body = null,
        link_path = null,
        sealed_link = null,
        last_error = ${end.last_error},
        ended_at = ${end.now}
    where account_id = ${account_id}
      and id = ${id}
      and claim_id = ${end.claim_id}`;
}

export async function postponeMail(
  db: Queryable,
  account_id: string,
  id: string,
  later: { claim_id: string; due_at: Date; last_error: string },
): Promise<void> {
  await db`
    update mails
    set due_at = ${later.due_at},
        claim_id = null,
        last_error = ${later.last_error}
    where account_id = ${account_id}
      and id = ${id}
      and claim_id = ${later.claim_id}`;
}
