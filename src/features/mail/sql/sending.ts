import type { ClaimedItem, QueueTable } from '../../../lib/concurrency/queue/queue.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import type { Language } from '../../../lib/text/language.ts';
import type { MailContent } from '../content.ts';

export type NewMail = {
  id: string;
  recipient: string;
  language: Language;
  subject: string;
  content: MailContent;
  action: string;
  footer: string;
  link_path?: string;
  sealed_link?: Buffer;
  created_at: Date;
  due_at: Date;
  give_up_at: Date;
};

export type ClaimedMail = ClaimedItem & {
  recipient: string;
  /** Null means English. */
  language: Language | null;
  subject: string;
  content: MailContent | null;
  /** The text of a mail that an older version queued; such a mail has no `content`. */
  body: string | null;
  /** Null, like `footer`, in mails that an older version queued. */
  action: string | null;
  footer: string | null;
  link_path: string | null;
  sealed_link: Buffer | null;
  give_up_at: string;
};

export async function insertMail(tx: Transaction, account_id: string, mail: NewMail): Promise<void> {
  await tx`
    insert into mails ${tx({ account_id, ...mail, content: tx.json(mail.content) })}`;
}

export const MAIL_QUEUE_TABLE: QueueTable<ClaimedMail> = {
  table: 'mails',
  key: 'id',
  lease: { due_at: 'due_at', attempts: 'attempts', claim_id: 'claim_id' },
  columns: [
    'recipient',
    'language',
    'subject',
    'content',
    'body',
    'action',
    'footer',
    'link_path',
    'sealed_link',
    'give_up_at',
  ],
  due: (db, now) => db`waiting.state = 'waiting' and waiting.due_at <= ${now}`,
};
