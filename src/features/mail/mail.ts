import type { Context } from '../../access/context.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import { leasedQueue, type QueueDependencies } from '../../lib/concurrency/queue/queue.ts';
import { newId } from '../../lib/ids.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { mailTextOf } from '../../lib/mail/mailPieces.ts';
import type { SecretBox } from '../../lib/crypto/secretBox.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import {
  parseMailOfOldVersion,
  translateMailContent,
  renderMailAsHtml,
  renderMailAsText,
  type LocalizedMailContent,
} from './content.ts';
import * as queries from './sql/sending.ts';

export type Mail = {
  recipient: string;
  language: Language;
  subject: LocalizedText;
  content: LocalizedMailContent;
  /** The label of the button that opens the link. */
  action: LocalizedText;
  /** The reason why the reader gets this mail. */
  footer: LocalizedText;
  link_path: string;
  /** The time at which the link expires. A failed attempt is not repeated after it. */
  give_up_at: Date;
};

export type MailSender = QueueDependencies & { mailer: Mailer; box: SecretBox; public_url: string; log: Log };

/** Queues a mail in the caller's transaction, so that a slow or failing mail server does not delay the request. */
export async function queueMail(tx: Transaction, account_id: string, mail: Mail, now: Date): Promise<void> {
  await queries.insertMail(tx, account_id, {
    ...mail,
    ...textsOf(mail),
    id: newId(now),
    created_at: now,
    due_at: now,
  });
}

/** Queues a mail with a secret link, which is encrypted until the mail is sent. */
export async function queueSecretMail(
  tx: Transaction,
  { account_id, now, tools: { box } }: Context,
  { link_path, ...mail }: Mail,
): Promise<void> {
  const id = newId(now);
  const sealed_link = box.seal(link_path, mailLinkEncryptionContext(id));
  const row = { ...mail, ...textsOf(mail), id, sealed_link, created_at: now, due_at: now };
  await queries.insertMail(tx, account_id, row);
}

function textsOf({ language, subject, content, action, footer }: Omit<Mail, 'link_path'>) {
  return {
    subject: mailTextOf(subject.pieces(language)),
    content: translateMailContent(language, content),
    action: action.in(language),
    footer: footer.in(language),
  };
}

/** The associated data of the encrypted link of a mail, so that it cannot be decrypted for another mail. */
export function mailLinkEncryptionContext(mail_id: string): string {
  return `link of mail ${mail_id}`;
}

/** Sends mails that are due. A failed attempt is repeated until the link of the mail expires. */
export const MAIL_QUEUE = leasedQueue<queries.ClaimedMail, MailSender>({
  ...queries.MAIL_QUEUE_TABLE,
  name: 'mail',
  lease_ms: 60_000,
  concurrency_limit: 5,
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

/** The text and the link of a mail are deleted when it is sent or given up. */
const ENDED = { content: null, body: null, link_path: null, sealed_link: null };

/** PostgreSQL text cannot contain NUL characters, which a mail server may send. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\0', '\uFFFD');
}

function openMail({ box, public_url }: MailSender, mail: queries.ClaimedMail) {
  const { id, language, subject, body, action, footer, link_path, sealed_link } = mail;
  const path = sealed_link ? box.open(sealed_link, mailLinkEncryptionContext(id)) : link_path;
  const content = mail.content ?? parseMailOfOldVersion(body ?? '');
  const frame = { link: `${public_url}${path ?? ''}`, action, footer };
  return {
    text: renderMailAsText(content, frame),
    html: renderMailAsHtml({ language: language ?? 'en', subject }, content, frame),
  };
}
