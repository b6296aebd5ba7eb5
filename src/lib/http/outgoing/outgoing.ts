import { hostLiteral, type Guard } from './guard.ts';
import { exchange, type OutgoingRequest, type Progress, type ResponseReading } from './exchange.ts';
import { BlockedAddress, CallFailure, callErrorOf, type CallResult, type CallOutcome } from './outcome.ts';
import {
  connectionOver,
  createPool,
  discard,
  reusableMs,
  type HttpConnection,
  type ConnectionLease,
  type Pool,
} from './pool.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { openSocket } from './socket.ts';

export {
  ANYWHERE,
  createGuard,
  type Guard,
  isAllowEntry,
  hostLiteral,
  type OwnAddress,
  type Reach,
} from './guard.ts';
export {
  type AnswerHeaders,
  CALL_ERRORS,
  type CallError,
  type CallResult,
  type CallOutcome,
} from './outcome.ts';

export type Call = Omit<OutgoingRequest, 'path'> & {
  /** The account of the call; accounts share no connections. */
  account_id: string;
  url: string;
  /** Bounds everything, from the wait for a connection to the last byte of the answer. */
  timeout_ms: number;
  reading: ResponseReading;
  /** If false and no connection is free, the call ends at once as timed out. */
  may_wait: boolean;
};

export type Outgoing = {
  /** Never throws: whatever happens is an outcome. */
  call(call: Call): Promise<CallResult>;
  /** The addresses of the URL's host that a call may not reach; throws CallFailure when it does not resolve. */
  findBlocked: (url: URL) => Promise<string[]>;
  close(): Promise<void>;
};

export type OutgoingOptions = {
  guard: Guard;
  max_per_lane?: number;
  /** Name servers to use instead of the system's. */
  dns_servers?: readonly string[];
};

type Parts = { guard: Guard; resolver: Resolver; pool: Pool };
type Phase = 'timed_out_in_queue' | 'timed_out_resolving' | 'timed_out_connecting' | 'timed_out_waiting';
type Attempt = Progress & {
  call: Call;
  url: URL;
  ending: AbortSignal;
  phase: Phase;
  started_at: number;
  dns_ms: number | null;
  connect_ms: number | null;
  address: string | null;
  reused: boolean;
};

/** More than an account ever has in flight at work, so nothing waits here. */
const MAX_PER_LANE = 512;
const OVER = AbortSignal.abort();
const IDLE = { max_idle: 512, max_idle_per_account: 128, max_age_ms: 60_000 };

/**
 * Sends HTTP requests to addresses that customers name. Each call is guarded, bounded in time and size, and writes its
 * request at most once: a receiver may act on a request that it did not answer, so only the caller decides on another
 * attempt. A kept connection that closes before the request is written is replaced.
 */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { guard, dns_servers, max_per_lane = MAX_PER_LANE } = options;
  const pool = createPool({ max_per_lane, ...IDLE });
  const parts = { guard, pool, resolver: createResolver(dns_servers) };
  return {
    call: (call) => runCall(parts, call),
    findBlocked: async (url) =>
      (await addressesOf(parts, url)).filter((address) => !guard.permits(url, address)),
    async close() {
      parts.resolver.close();
      await pool.close();
    },
  };
}

async function runCall(parts: Parts, call: Call): Promise<CallResult> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), call.timeout_ms);
  const attempt = beginAttempt(call, ending.signal);
  try {
    return result(attempt, { kind: 'answered', ...(await attemptCall(parts, attempt)) });
  } catch (error) {
    return result(attempt, outcomeOf(attempt, error));
  } finally {
    clearTimeout(timer);
  }
}

function beginAttempt(call: Call, ending: AbortSignal): Attempt {
  return {
    call,
    url: URL.canParse(call.url) ? new URL(call.url) : new URL('about:blank'),
    ending,
    phase: 'timed_out_in_queue',
    started_at: performance.now(),
    dns_ms: null,
    connect_ms: null,
    address: null,
    reused: false,
    sent_at: null,
    first_byte_at: null,
    status: null,
    headers: null,
    chunks: [],
  };
}

async function attemptCall(parts: Parts, attempt: Attempt) {
  assertCallable(parts.guard, attempt.url);
  for (;;) {
    const lease = await acquire(parts, attempt);
    if (!lease.kept) return sendOver(await open(parts, attempt, lease), attempt, lease);
    assertKeptCallable(parts.guard, lease.kept, attempt, lease);
    try {
      return await sendKept(lease.kept, attempt, lease);
    } catch (error) {
      if (attempt.ending.aborted || attempt.sent_at !== null) throw error;
    }
  }
}

async function acquire({ pool }: Parts, { call, url, ending }: Attempt): Promise<ConnectionLease> {
  const route = { account_id: call.account_id, origin: url.origin };
  const lease = await pool.acquire(route, call.may_wait ? ending : OVER);
  if (!lease) throw new CallFailure('timed_out_in_queue');
  return lease;
}

/** Checks a literal address first, since no lookup sees it. */
function assertCallable(guard: Guard, url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new CallFailure('invalid_url');
  if (url.username !== '' || url.password !== '') throw new CallFailure('invalid_url');
  const literal = hostLiteral(url);
  if (literal !== undefined && !guard.permits(url, literal)) throw new BlockedAddress(literal);
}

/** Checks the guard again: a connection opened for one URL of an origin may not be allowed for another URL. */
function assertKeptCallable(
  guard: Guard,
  kept: HttpConnection,
  { url }: Attempt,
  lease: ConnectionLease,
): void {
  if (guard.permits(url, kept.address)) return;
  lease.release(kept);
  throw new BlockedAddress(kept.address);
}

function sendKept(connection: HttpConnection, attempt: Attempt, lease: ConnectionLease) {
  attempt.reused = true;
  attempt.address = connection.address;
  return sendOver(connection, attempt, lease);
}

function sendOver(connection: HttpConnection, attempt: Attempt, lease: ConnectionLease) {
  const { method, headers, body, reading } = attempt.call;
  attempt.phase = 'timed_out_waiting';
  const path = attempt.url.pathname + attempt.url.search;
  const done = (reusable: boolean) => {
    if (!reusable) discard(connection);
    connection.reusable_ms = reusableMs(attempt.headers?.['keep-alive']);
    lease.release(reusable ? connection : undefined);
  };
  return exchange(
    connection,
    { method, path, headers, body },
    { reading, progress: attempt, ending: attempt.ending, done },
  );
}

async function open(parts: Parts, attempt: Attempt, lease: ConnectionLease): Promise<HttpConnection> {
  try {
    attempt.reused = false;
    const addresses = await findAddresses(parts, attempt);
    attempt.phase = 'timed_out_connecting';
    const connecting_at = performance.now();
    const opened = await openSocket(attempt.url, addresses, parts.guard, attempt.ending);
    attempt.connect_ms = performance.now() - connecting_at;
    attempt.address = opened.address;
    return connectionOver(attempt.url.origin, opened);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** Every address of the answer must be allowed: one private among public ones refuses them all. */
async function findAddresses(parts: Parts, attempt: Attempt): Promise<string[]> {
  attempt.phase = 'timed_out_resolving';
  const asked_at = performance.now();
  const addresses = await whileTime(addressesOf(parts, attempt.url), attempt);
  attempt.dns_ms = performance.now() - asked_at;
  const refused = addresses.find((address) => !parts.guard.permits(attempt.url, address));
  attempt.address = refused ?? addresses[0] ?? null;
  if (refused !== undefined || addresses.length === 0) throw new BlockedAddress(refused ?? null);
  return addresses;
}

async function addressesOf({ resolver }: Parts, url: URL): Promise<string[]> {
  const literal = hostLiteral(url);
  return literal === undefined ? resolver.resolve(url.hostname) : [literal];
}

function whileTime<T>(work: Promise<T>, { ending, phase }: Attempt): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new CallFailure(phase));
    ending.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => ending.removeEventListener('abort', stop));
    if (ending.aborted) stop();
  });
}

function outcomeOf({ ending, phase, status, chunks }: Attempt, error: unknown): CallOutcome {
  if (error instanceof BlockedAddress) return { kind: 'blocked', address: error.address };
  const late = status === null ? phase : 'timed_out_reading';
  return {
    kind: 'failed',
    error: ending.aborted ? late : callErrorOf(error, phase === 'timed_out_connecting'),
    status,
    body: Buffer.concat(chunks),
  };
}

function result(attempt: Attempt, outcome: CallOutcome): CallResult {
  const { reused, dns_ms, connect_ms, sent_at, first_byte_at, started_at } = attempt;
  const first_byte_ms = sent_at !== null && first_byte_at !== null ? first_byte_at - sent_at : null;
  const timings = { dns_ms, connect_ms, first_byte_ms, total_ms: performance.now() - started_at };
  const address = outcome.kind === 'blocked' ? outcome.address : attempt.address;
  const answer = { was_sent: sent_at !== null, answer_headers: attempt.headers };
  return { outcome, address, reused, ...answer, timings };
}
