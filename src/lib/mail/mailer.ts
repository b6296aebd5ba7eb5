import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { toOneLine } from '../text/visibleText.ts';

export type MailMessage = {
  /** The id does not change between attempts, so that duplicates can be recognized. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

/** Sends mails; rejects if a mail could not be sent. */
export type Mailer = { send(letter: MailMessage): Promise<void> };

const SENDER = 'Tenant Ops <no-reply@tenant-ops.invalid>';
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The library is loaded for the first mail, because it uses 6 MB. */
const loadNodemailer = () => import('nodemailer');

/** Creates a mailer that sends through an SMTP server. */
export function smtpMailer(url: string): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const server = {
    ...TIMEOUTS,
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
  const from = searchParams.get('from') ?? SENDER;
  return {
    async send(letter) {
      const { createTransport } = await loadNodemailer();
      await createTransport(server, { from }).sendMail(messageOf(letter));
    },
  };
}

/**
 * Creates a mailer for installations without a mail server: it writes each mail to a file and a log line. The text
 * contains one-time links, so it is logged only in the demo: otherwise a person who reads the log could sign in as the
 * recipient.
 */
export function fileMailer(folder: string, log: Log, { logs_text }: { logs_text: boolean }): Mailer {
  return {
    async send(letter) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true }, { from: SENDER });
      const { message } = await transport.sendMail(messageOf(letter));
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer returned a stream instead of a buffer');
      const path = join(folder, `${letter.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.draft`, message, { mode: 0o600 });
      await rename(`${path}.draft`, path);
      const { recipient, text } = letter;
      log.info({ mail: path, recipient, ...(logs_text && { text }) }, 'mail written');
    },
  };
}

function messageOf({ id, recipient, subject, text, html }: MailMessage) {
  const to = { name: '', address: recipient };
  return { messageId: `<${id}@tenant-ops.invalid>`, to, subject: toOneLine(subject), text, html };
}
