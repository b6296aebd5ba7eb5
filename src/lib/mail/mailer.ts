import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { toOneLine } from '../text/visibleText.ts';

export type Letter = {
  /** Unchanged on every attempt, so that duplicates can be recognised. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  /** The text as HTML. */
  html: string;
};

/** Sends letters; throws when one could not be sent. */
export type Mailer = { send(letter: Letter): Promise<void> };

const SENDER = 'Tenant Ops <no-reply@tenant-ops.invalid>';
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** With the first letter, since it takes 6 MB. */
const loadNodemailer = () => import('nodemailer');

/** Over a mail server. */
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
 * Without a mail server: each letter is a file and a line of the log. The text holds one-time links and is logged
 * in the demo only: who reads a log may not sign in as the recipient.
 */
export function fileMailer(folder: string, log: Log, { logs_text }: { logs_text: boolean }): Mailer {
  return {
    async send(letter) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true }, { from: SENDER });
      const { message } = await transport.sendMail(messageOf(letter));
      if (!Buffer.isBuffer(message)) throw new Error('a buffered letter came as a stream');
      const path = join(folder, `${letter.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.draft`, message, { mode: 0o600 });
      await rename(`${path}.draft`, path);
      const { recipient, text } = letter;
      log.info({ mail: path, recipient, ...(logs_text && { text }) }, 'mail written');
    },
  };
}

function messageOf({ id, recipient, subject, text, html }: Letter) {
  const to = { name: '', address: recipient };
  return { messageId: `<${id}@tenant-ops.invalid>`, to, subject: toOneLine(subject), text, html };
}
