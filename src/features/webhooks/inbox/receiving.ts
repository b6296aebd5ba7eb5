import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createStores } from '../../../access/rateLimit.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure, notFound, tooManyRequests } from '../../../lib/errors.ts';
import { BODY } from '../../../lib/http/bounds.ts';
import { bodyTextOf } from '../../../lib/http/body.ts';
import { newId } from '../../../lib/ids.ts';
import type { SecretBox } from '../../../lib/secretBox.ts';
import type { Database } from '../../../lib/sql.ts';
import { hashToken } from '../../../lib/tokens.ts';
import { contextOf } from '../endpoints.ts';
import * as queries from '../sql/inboxes.ts';
import { validSecrets } from '../validSecrets.ts';
import { INBOX_ROUTE as url, parseInboxPath } from './address.ts';
import type { Verdict } from './contract.ts';

export type InboxDoor = { seenBy: (account_id: string) => Database; box: SecretBox; clock: Clock };

/** How many a minute are kept of one inbox, in each process; what does not verify is refused beyond it. */
const MOST = { verified: 1_200, unverified: 60 };
const BODY_CHARACTERS = 64 * 1024;
const HEADERS_CHARACTERS = 8 * 1024;
const WINDOW_S = 300;
const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

type Opened = { account_id: string; inbox: queries.InboxSecrets };

/** Takes deliveries without a credential: the address cannot be guessed, and nothing is done with what comes. */
export function openInboxDoor(server: FastifyInstance, door: InboxDoor): void {
  const opened = new WeakMap<FastifyRequest, Opened>();
  const stores = { verified: createStores(MOST.verified), unverified: createStores(MOST.unverified) };
  server.route({
    method: 'POST',
    url,
    bodyLimit: BODY.bytes,
    onRequest: async (request) => {
      const found = await findInbox(door, request);
      if (!isSigned(request)) assertFewStrangers(stores.unverified, found.inbox.endpoint_id);
      opened.set(request, found);
    },
    handler: async (request, reply) => {
      const found = opened.get(request);
      if (!found) throw notFound('Path');
      return receive({ ...door, ...found, stores }, request, reply);
    },
  });
  server.route({ method: OTHER_METHODS, url, handler: refuseMethod });
}

type Stores = Record<'verified' | 'unverified', ReturnType<typeof createStores>>;

/** Unknown addresses are refused before their body is read. */
async function findInbox({ seenBy }: InboxDoor, request: FastifyRequest): Promise<Opened> {
  const address = parseInboxPath(request.url);
  if (!address) throw notFound('Path');
  const { account_id, name } = address;
  const inbox = await queries.findInbox(seenBy(account_id), account_id, hashToken(name));
  if (!inbox) throw notFound('Path');
  return { account_id, inbox };
}

async function receive(
  { seenBy, account_id, inbox, stores, ...door }: InboxDoor & Opened & { stores: Stores },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = door.clock.now();
  const body = bodyTextOf(request) ?? '';
  const secrets = validSecrets(inbox, now).map((sealed) =>
    door.box.open(sealed, contextOf(account_id, inbox.endpoint_id)),
  );
  const verdict = judge(request.headers, body, { secrets, now });
  const is_verified = verdict === 'verified';
  if (!is_verified) assertFewStrangers(stores.unverified, inbox.endpoint_id);
  const store = is_verified ? stores.verified : stores.unverified;
  const now_ms = performance.now();
  if (store.read(inbox.endpoint_id, now_ms).left >= 1) {
    store.take(inbox.endpoint_id, now_ms);
    const { endpoint_id } = inbox;
    const arrival = { endpoint_id, verdict, ...keptOf(headersOf(request), body), arrived_at: now };
    await queries.insertArrival(seenBy(account_id), account_id, { id: newId(now), ...arrival });
  }
  return reply.header('Cache-Control', 'no-store').send({ received: true });
}

function assertFewStrangers(store: Stores['unverified'], endpoint_id: string): void {
  const { left, wait_ms } = store.read(endpoint_id, performance.now());
  if (left < 1)
    throw tooManyRequests(`At most ${MOST.unverified} requests a minute that do not verify`, wait_ms);
}

function isSigned({ headers }: FastifyRequest): boolean {
  return headers['x-webhook-signature'] !== undefined;
}

type Valid = { secrets: readonly string[]; now: Date };

/** As a careful receiver does. */
export function judge(
  { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }: FastifyRequest['headers'],
  body: string,
  { secrets, now }: Valid,
): Verdict {
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

/** As far as they are kept. */
export function keptOf(all: readonly Header[], body: string) {
  let characters = 0;
  const headers = all.filter(({ name, value }) => {
    characters += name.length + value.length;
    return characters <= HEADERS_CHARACTERS;
  });
  const kept = body.slice(0, BODY_CHARACTERS).toWellFormed();
  return { headers, body: kept, body_bytes: Buffer.byteLength(body) };
}

/** In the spelling and order that they were sent in. */
function headersOf({ raw: { rawHeaders } }: FastifyRequest): Header[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []));
}

function refuseMethod(request: FastifyRequest): never {
  const message = `${request.method} is not accepted here, only POST`;
  throw new Failure('METHOD_NOT_ALLOWED', message, { Allow: 'POST' });
}
