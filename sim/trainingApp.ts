import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Mode = 'up' | 'down' | 'refuse';
type ReceivedCall = { account_id: string; session_id: string; deleted_at: string };

/** A fake of the training app's deletion endpoint. It stores accepted calls and fails on demand. */
export type FakeTrainingApp = {
  url: string;
  accepted: ReceivedCall[];
  /** The number of calls, including rejected ones. */
  calls: number;
  setMode(mode: Mode): void;
  close(): Promise<void>;
};

export type FakeTrainingAppOptions = {
  port?: number;
  secret: string;
  mode?: Mode;
  /** The current time, for the age check of signatures. */
  now_ms?: () => number;
};

const MODES: readonly Mode[] = ['up', 'down', 'refuse'];
const FRESH_S = 300;

/** Starts the fake endpoint. It can also be controlled by HTTP: `POST /mode?set=down`, `GET /accepted`. */
export async function openFakeTrainingApp({
  port = 0,
  secret,
  mode = 'up',
  now_ms = Date.now,
}: FakeTrainingAppOptions): Promise<FakeTrainingApp> {
  const state = { mode, accepted: new Array<ReceivedCall>(), calls: 0, now_ms };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(state, secret, { request, body, response }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/deletions`,
    accepted: state.accepted,
    get calls() {
      return state.calls;
    },
    setMode: (mode) => void (state.mode = mode),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = { mode: Mode; accepted: ReceivedCall[]; calls: number; now_ms: () => number };

type Call = { request: IncomingMessage; body: string; response: ServerResponse };

function answer(state: State, secret: string, { request, body, response }: Call): void {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (url.pathname === '/mode') return setMode(state, url, response);
  if (url.pathname === '/accepted') return void response.end(JSON.stringify(state.accepted));

  state.calls += 1;
  if (state.mode === 'down') return void request.socket.destroy();
  if (state.mode === 'refuse') return void response.writeHead(409).end();
  if (!isSigned(request, body, { secret, now_ms: state.now_ms() })) return void response.writeHead(401).end();
  const heard = readNotice(body);
  if (!heard) return void response.writeHead(400).end();
  state.accepted.push(heard);
  response.writeHead(204).end();
}

function setMode(state: State, url: URL, response: ServerResponse): void {
  const wanted = MODES.find((mode) => mode === url.searchParams.get('set'));
  if (wanted) state.mode = wanted;
  response.writeHead(wanted ? 200 : 400).end(JSON.stringify({ mode: state.mode }));
}

/** Verifies a request as a receiver must: the signature of the raw body, and the age of the timestamp. */
function isSigned(
  { headers }: IncomingMessage,
  body: string,
  { secret, now_ms }: { secret: string; now_ms: number },
): boolean {
  const timestamp = String(headers['x-webhook-timestamp']);
  const given = Buffer.from(String(headers['x-webhook-signature']));
  const expected = Buffer.from(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'));
  const age_s = Math.abs(now_ms / 1000 - Number(timestamp));
  return age_s < FRESH_S && given.length === expected.length && timingSafeEqual(given, expected);
}

function readNotice(body: string): ReceivedCall | undefined {
  const read: unknown = JSON.parse(body);
  if (typeof read !== 'object' || read === null) return undefined;
  const { account_id, session_id, deleted_at } = Object.fromEntries(Object.entries(read));
  if (![account_id, session_id, deleted_at].every((member) => typeof member === 'string')) return undefined;
  return { account_id: String(account_id), session_id: String(session_id), deleted_at: String(deleted_at) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
