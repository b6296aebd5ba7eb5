import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../access/context.ts';
import type { Tools } from '../../../access/tools.ts';
import { createTokenBuckets } from '../../../access/rateLimit.ts';
import { notFound } from '../../../access/notFound.ts';
import { tooManyRequests } from '../../../lib/errors.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { BODY_LIMITS } from '../../../lib/http/bounds.ts';
import { bodyTextOf } from '../../../lib/http/body.ts';
import type { PathTable } from '../../../lib/http/paths.ts';
import { pathOf } from '../../../lib/http/server.ts';
import { newId } from '../../../lib/ids.ts';
import type { OutgoingCall } from '../../../lib/http/outgoing/outgoing.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { hashToken } from '../../../access/tokens.ts';
import { signingSecretEncryptionContext } from '../endpoints/endpoints.ts';
import * as queries from './queries.ts';
import { validSecrets } from '../endpoints/validSecrets.ts';
import { INBOX_RESPONSE } from './inboxes.ts';
import { INBOX_ROUTE as url, parseInboxPath } from './address.ts';
import type { ArrivalVerdict } from './contract.ts';

export type InboxDoor = {
  databaseFor: (account_id: string) => Database;
  tools: Pick<Tools, 'box' | 'clock'>;
};

/**
 * The most stored requests per minute, inbox and process. Above the limit, unverified requests are rejected, and
 * verified ones are accepted but not stored.
 */
const MOST = { verified: 1_200, unverified: 60 };
const BODY_CHARACTERS = 64 * 1024;
const HEADERS_CHARACTERS = 8 * 1024;
const WINDOW_S = 300;
const PREFIX = url.slice(0, url.indexOf(':'));

type Opened = { account_id: string; inbox: queries.InboxSecrets };

/** Accepts requests without a credential: the address cannot be guessed, and requests are only stored. */
export function openInboxDoor(server: FastifyInstance, paths: PathTable, door: InboxDoor): void {
  paths.set(url, ['POST']);
  const opened = new WeakMap<FastifyRequest, Opened>();
  const stores = {
    verified: createTokenBuckets(MOST.verified),
    unverified: createTokenBuckets(MOST.unverified),
  };
  server.route({
    method: 'POST',
    url,
    bodyLimit: BODY_LIMITS.bytes,
    onRequest: async (request) => {
      const found = await findInbox(door, request);
      if (!isSigned(request)) assertUnverifiedRateLimit(stores.unverified, found.inbox.endpoint_id);
      opened.set(request, found);
    },
    handler: async (request, reply) => {
      const found = opened.get(request);
      if (!found) throw notFound('Path');
      return receive({ ...door, ...found, stores }, request, reply);
    },
  });
}

/** The path of a request for the log, without the secret part of an inbox address. */
export function pathForLog(request: FastifyRequest): string {
  const path = pathOf(request);
  return path.startsWith(PREFIX) ? url : path;
}

type Stores = Record<'verified' | 'unverified', ReturnType<typeof createTokenBuckets>>;

/** Rejects an unknown address before the body of the request is read. */
async function findInbox({ databaseFor }: InboxDoor, request: FastifyRequest): Promise<Opened> {
  const address = parseInboxPath(request.url);
  if (!address) throw notFound('Path');
  const { account_id, name } = address;
  const inbox = await queries.findInbox(databaseFor(account_id), account_id, hashToken(name));
  if (!inbox) throw notFound('Path');
  return { account_id, inbox };
}

async function receive(
  { databaseFor, account_id, inbox, stores, tools: { box, clock } }: InboxDoor & Opened & { stores: Stores },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = clock.now();
  const { endpoint_id } = inbox;
  const body = bodyTextOf(request) ?? '';
  const secrets = validSecrets(inbox, now).map((sealed) =>
    box.open(sealed, signingSecretEncryptionContext(account_id, endpoint_id)),
  );
  const verdict = verifySignature(request.headers, body, { secrets, now });
  const store = verdict === 'verified' ? stores.verified : stores.unverified;
  if (verdict !== 'verified') assertUnverifiedRateLimit(store, endpoint_id);
  const now_ms = performance.now();
  if (store.read(endpoint_id, now_ms).left >= 1) {
    store.take(endpoint_id, now_ms);
    const arrival = { endpoint_id, verdict, ...truncateRequest(headersOf(request), body), arrived_at: now };
    await queries.insertArrival(databaseFor(account_id), account_id, { id: newId(now), ...arrival });
  }
  return reply
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(INBOX_RESPONSE);
}

type ReceivedRequest = {
  endpoint_id: string;
  sent: Pick<OutgoingCall, 'headers' | 'body'>;
  arrived_at: Date;
};

/** Stores a request that the service itself has sent, without an HTTP request to itself. */
export async function storeArrival(
  { db, account_id }: Pick<Context, 'db' | 'account_id'>,
  { endpoint_id, sent, arrived_at }: ReceivedRequest,
): Promise<void> {
  const headers = Object.entries(sent.headers).map(([name, value]) => ({ name, value }));
  const kept = truncateRequest(headers, String(sent.body ?? ''));
  const arrival = { id: newId(arrived_at), endpoint_id, arrived_at, verdict: 'verified', ...kept } as const;
  await queries.insertArrival(db, account_id, arrival);
}

function assertUnverifiedRateLimit(store: Stores['unverified'], endpoint_id: string): void {
  const { left, wait_ms } = store.read(endpoint_id, performance.now());
  if (left < 1)
    throw tooManyRequests(
      null,
      untranslated(`At most ${MOST.unverified} requests per minute without a valid signature`),
      wait_ms,
    );
}

function isSigned({ headers }: FastifyRequest): boolean {
  return headers['x-webhook-signature'] !== undefined;
}

type Valid = { secrets: readonly string[]; now: Date };

/** Checks the signature and the timestamp as a receiver should. */
function verifySignature(
  { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }: FastifyRequest['headers'],
  body: string,
  { secrets, now }: Valid,
): ArrivalVerdict {
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'unsigned';
  const given = Buffer.from(signature, 'hex');
  const matches = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!matches) return 'wrong_signature';
  const is_fresh = Math.abs(now.getTime() / 1000 - Number(timestamp)) <= WINDOW_S;
  return is_fresh ? 'verified' : 'too_old';
}

type Header = { name: string; value: string };

/** Truncates the headers and the body to the stored size. */
function truncateRequest(all: readonly Header[], body: string) {
  let characters = 0;
  const headers = all.filter(({ name, value }) => {
    characters += name.length + value.length;
    return characters <= HEADERS_CHARACTERS;
  });
  const kept = body.slice(0, BODY_CHARACTERS).toWellFormed();
  return { headers, body: kept, body_bytes: Buffer.byteLength(body) };
}

/** Returns the headers in the order and letter case in which they were sent. */
function headersOf({ raw: { rawHeaders } }: FastifyRequest): Header[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []));
}
