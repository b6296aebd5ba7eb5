import { connect, type Socket } from 'node:net';
import { eventually } from '../../../support/eventually.ts';
import type { Caller } from '../../../support/caller.ts';

const DRIP_MS = 500;
const FORM_BYTES = 64 * 1024;
const AGAIN_MS = 1_000;
/** The number of requests per connection, so that their answers exceed the socket buffers of both ends. */
const QUESTIONS = 2;

/** The number of connections per address; it is small, so that limits by address see many clients. */
const PER_ADDRESS = 10;
const addressOf = (at: number) => `127.0.1.${1 + Math.floor(at / PER_ADDRESS)}`;

/** Opens connections that request a large page several times and never read. */
export function readSlowly(url: string, count: number): void {
  openSockets(url, count, (socket) => {
    socket.pause();
    socket.write('GET /docs HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(QUESTIONS));
    return undefined;
  });
}

/** Opens connections that announce a body and send it byte by byte. */
export function writeSlowly(url: string, count: number): void {
  openSockets(url, count, (socket) => {
    socket.resume();
    socket.write('POST /v1/oauth-token HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{');
    return setInterval(() => socket.write(' '), DRIP_MS);
  });
}

function openSockets(
  url: string,
  count: number,
  begin: (socket: Socket) => NodeJS.Timeout | undefined,
): void {
  const { hostname, port } = new URL(url);
  const open = (at: number) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(at) });
    let timer: NodeJS.Timeout | undefined;
    socket.once('connect', () => (timer = begin(socket)));
    socket.on('error', () => {});
    // Reconnects after the server has closed the connection.
    socket.once('close', () => {
      clearInterval(timer);
      setTimeout(() => open(at), AGAIN_MS);
    });
  };
  for (let at = 0; at < count; at++) open(at);
}

/** Sends forms of 64 KB with a very large number of fields, every second. */
export function sendForms(url: string, count: number): void {
  const names = Array.from({ length: FORM_BYTES / 8 }, (_, at) => `n${at.toString(36).padStart(4, '0')}=1`);
  const body = names.join('&');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const send = () => {
    for (let at = 0; at < count; at++)
      void fetch(`${url}/v1/oauth-token`, { method: 'POST', headers, body })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {});
  };
  send();
  setInterval(send, AGAIN_MS);
}

const SIZE = 300_000;
const PATIENCE_MS = 30_000;

/** Texts for which a careless parser needs quadratic time. */
const HARD_TEXTS: [string, string][] = [
  ['spaces.md', `|${' '.repeat(SIZE)}x`],
  ['brackets.md', '['.repeat(SIZE)],
  ['underlines.md', `a${'_'.repeat(SIZE)}x`],
  ['quotes.csv', `a,b\n"${'""'.repeat(SIZE / 2)}`],
  ['lines.txt', `a${'\r\n\t'.repeat(SIZE / 3)}x`],
  ['tags.html', '<p '.repeat(SIZE / 3)],
  ['entities.html', '&amp'.repeat(SIZE / 4)],
  ['comments.html', '<!--'.repeat(SIZE / 4)],
];

export async function uploadHardTexts(admin: Caller, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const [name = '', text = ''] = HARD_TEXTS[at % HARD_TEXTS.length] ?? [];
    const content = Buffer.from(text).toString('base64');
    const upload = () => admin.post('/documents', { name: `${at} ${name}`, content });
    // A busy service answers 503, so the upload is retried.
    const { status } = await eventually(upload, (answer) => answer.status !== 503, PATIENCE_MS);
    if (status !== 201) throw new Error(`the document ${name} was answered with ${status}`);
  }
}
