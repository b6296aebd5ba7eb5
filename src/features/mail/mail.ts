import type { Context } from '../../access/context.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import { leasedQueue, type QueueWork } from '../../lib/concurrency/queue/queue.ts';
import { newId } from '../../lib/ids.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { textOf, type MailPieces } from '../../lib/mail/mailPieces.ts';
import type { SecretBox } from '../../lib/crypto/secretBox.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { contentOfPlainText, writePage, writeText, type MailContent } from './content.ts';
import * as queries from './sql/sending.ts';

export type Mail = {
  recipient: string;
  language: Language;
  subject: MailPieces;
  content: MailContent;
  link_path: string;
  /** When the link expires. */
  give_up_at: Date;
};

export type MailSender = QueueWork & { mailer: Mailer; box: SecretBox; public_url: string; log: Log };

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
  const sealed_link = box.seal(link_path, mailLinkContext(id));
  const row = { ...mail, id, subject: textOf(mail.subject), sealed_link, created_at: now, due_at: now };
  await queries.insertMail(tx, account_id, row);
}

export function mailLinkContext(mail_id: string): string {
  return `link of mail ${mail_id}`;
}

/** Sends mails that are due. A failed attempt is repeated until the link of the mail expires. */
export const MAIL_QUEUE = leasedQueue<queries.ClaimedMail, MailSender>({
  ...queries.MAILS,
  name: 'mail',
  lease_ms: 60_000,
  at_once: 5,
  async work(sender, mail) {
    const { id, recipient, subject } = mail;
    await sender.mailer.send({ id, recipient, subject, ...openMail(sender, mail) });
    return { set: { ...ENDED, state: 'sent', last_error: null, ended_at: sender.clock.now() } };
  },
  onFailure({ clock, log }, { id, attempts, give_up_at }, err) {
    log.warn({ err, mail_id: id, attempts }, 'mail not sent');
    const now = clock.now();
    const last_error = reasonOf(err);
    const due_at = nextAttemptAt(now, attempts);
    if (due_at < new Date(give_up_at)) return { set: { due_at, last_error } };
    return { set: { ...ENDED, state: 'given_up', last_error, ended_at: now } };
  },
});

/** The text of a mail is deleted when it ends. */
const ENDED = { content: null, body: null, link_path: null, sealed_link: null };

/** PostgreSQL text cannot hold NUL, which a server may send. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\0', '\uFFFD');
}

function openMail({ box, public_url }: MailSender, mail: queries.ClaimedMail) {
  const { id, language, subject, body, link_path, sealed_link } = mail;
  const path = sealed_link ? box.open(sealed_link, mailLinkContext(id)) : link_path;
  const content = mail.content ?? contentOfPlainText(body ?? '');
  const link = `${public_url}${path ?? ''}`;
  return {
    text: writeText(content, link),
    html: writePage({ language: language ?? 'en', subject }, content, link),
  };
}
