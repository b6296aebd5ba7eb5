import { randomUUID } from 'node:crypto';
import type { Context } from '../../access/context.ts';
import type { Platform } from '../../access/platform.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import { claimByAccount, writeWhileLeased } from '../../lib/concurrency/claims.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { textOf, type Words } from '../../lib/mail/words.ts';
import type { SecretBox } from '../../lib/crypto/secretBox.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { contentOfOldText, writePage, writeText, type MailContent } from './content.ts';
import { allAtOnce, type Turns } from '../../lib/concurrency/turns.ts';
import * as queries from './sql/sending.ts';

export type Mail = {
  recipient: string;
  language: Language;
  subject: Words;
  content: MailContent;
  link_path: string;
  /** When the link expires. */
  give_up_at: Date;
};

export type MailSender = {
  db: Platform['db'];
  clock: Clock;
  mailer: Mailer;
  box: SecretBox;
  public_url: string;
  log: Log;
  turns?: Turns;
};

const LEASE_MS = 60_000;
const AT_ONCE = 5;

/** Queues a mail in the caller's transaction, so that a failing mail server delays nothing. */
export async function queueMail(tx: Transaction, account_id: string, mail: Mail, now: Date): Promise<void> {
  const subject = textOf(mail.subject);
  await queries.insertMail(tx, account_id, {
    ...mail,
    subject,
    id: newId(now),
    created_at: now,
    due_at: now,
  });
}

/** Queues a mail with a secret link, which is sealed until it is sent. */
export async function queueSecretMail(
  tx: Transaction,
  { account_id, now, tools: { box } }: Context,
  { link_path, ...mail }: Mail,
): Promise<void> {
  const id = newId(now);
  const sealed_link = box.seal(link_path, contextOf(id));
  const row = { ...mail, id, subject: textOf(mail.subject), sealed_link, created_at: now, due_at: now };
  await queries.insertMail(tx, account_id, row);
}

export function contextOf(mail_id: string): string {
  return `link of mail ${mail_id}`;
}

/** Sends all due mails. */
export async function sendDueMails(sender: MailSender): Promise<void> {
  const { turns = allAtOnce } = sender;
  for (;;) {
    turns.goOn();
    const now = sender.clock.now();
    const claim_id = randomUUID();
    const lease_until = new Date(now.getTime() + LEASE_MS);
    const due = await queries.listDueMails(sender.db, now, AT_ONCE);
    const mails = await claimByAccount(due, (account_id, some) =>
      queries.claimMails(sender.db, account_id, idsOf(some), { claim_id, now, lease_until }),
    );
    await Promise.all(
      mails.map((mail) =>
        turns.take(`mail ${mail.id}`, () => deliver(sender, mail, { claim_id, lease_until })),
      ),
    );
    if (due.length < AT_ONCE || mails.length === 0) return;
  }
}

function idsOf(due: readonly queries.DueMail[]): string[] {
  return due.map(({ id }) => id);
}

type Lease = { claim_id: string; lease_until: Date };

async function deliver(sender: MailSender, mail: queries.ClaimedMail, lease: Lease): Promise<void> {
  const { db, clock, mailer, log } = sender;
  const { account_id, id, recipient, subject } = mail;
  try {
    await mailer.send({ id, recipient, subject, ...openMail(sender, mail) });
  } catch (err) {
    log.warn({ err, mail_id: id, attempts: mail.attempts }, 'mail not sent');
    return postpone(sender, mail, lease, reasonOf(err));
  }
  const end = { claim_id: lease.claim_id, state: 'sent', last_error: null, now: clock.now() } as const;
  await writeWhileLeased({ clock, ...lease }, () => queries.endMail(db, account_id, id, end));
}

/** PostgreSQL text cannot hold NUL, which a server may send. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\0', '\uFFFD');
}

function openMail({ box, public_url }: MailSender, mail: queries.ClaimedMail) {
  const { id, language, subject, body, link_path, sealed_link } = mail;
  const path = sealed_link ? box.open(sealed_link, contextOf(id)) : link_path;
  const content = mail.content ?? contentOfOldText(body ?? '');
  const link = `${public_url}${path ?? ''}`;
  return {
    text: writeText(content, link),
    html: writePage({ language: language ?? 'en', subject }, content, link),
  };
}

async function postpone(
  { db, clock }: MailSender,
  { account_id, id, attempts, give_up_at }: queries.ClaimedMail,
  { claim_id, lease_until }: Lease,
  last_error: string,
): Promise<void> {
  const now = clock.now();
  const due_at = nextAttemptAt(now, attempts);
  await writeWhileLeased({ clock, lease_until }, () =>
    due_at < new Date(give_up_at)
      ? queries.postponeMail(db, account_id, id, { claim_id, due_at, last_error })
      : queries.endMail(db, account_id, id, { claim_id, state: 'given_up', last_error, now }),
  );
}
