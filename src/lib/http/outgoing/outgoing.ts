import { ipAddressInUrl, type Guard } from './guard.ts';
import {
  exchangeRequest,
  type OutgoingRequest,
  type CallProgress,
  type ResponseReading,
} from './exchange.ts';
import { BlockedAddress, CallFailure, callErrorOf, type CallResult, type CallOutcome } from './outcome.ts';
import {
  connectionFromSocket,
  createHttpConnectionPool,
  discardConnection,
  reusableMs,
  type HttpConnection,
  type ConnectionLease,
  type HttpConnectionPool,
} from './pool.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { openSocket } from './socket.ts';

export {
  UNRESTRICTED_OUTGOING_ACCESS,
  createGuard,
  type Guard,
  isAllowEntry,
  ipAddressInUrl,
  type OwnAddress,
  type OutgoingAccess,
} from './guard.ts';
export { type AnswerHeaders, type CallError, type CallResult, type CallOutcome } from './outcome.ts';

export type OutgoingCall = Omit<OutgoingRequest, 'path'> & {
  /** The account of the call. Accounts never share connections. */
  account_id: string;
  url: string;
  /** Timeout of the whole call, from waiting for a connection to the last byte of the response. */
  timeout_ms: number;
  reading: ResponseReading;
  /** If false and no connection slot is free, the call fails immediately with `timed_out_in_queue`. */
  may_wait: boolean;
};

export type OutgoingClient = {
  /** Makes the call. Never rejects: every failure is an outcome. */
  call(call: OutgoingCall): Promise<CallResult>;
  /** Returns the addresses of the URL's host that the guard blocks. Throws CallFailure if the name does not resolve. */
  findBlocked: (url: URL) => Promise<string[]>;
  close(): Promise<void>;
};

export type OutgoingOptions = {
  guard: Guard;
  max_per_route?: number;
  /** Name servers that replace the system's. */
  dns_servers?: readonly string[];
};

type Parts = { guard: Guard; resolver: Resolver; pool: HttpConnectionPool };
type Phase = 'timed_out_in_queue' | 'timed_out_resolving' | 'timed_out_connecting' | 'timed_out_waiting';
type Attempt = CallProgress & {
  call: OutgoingCall;
  url: URL;
  ending: AbortSignal;
  phase: Phase;
  started_at: number;
  dns_ms: number | null;
  connect_ms: number | null;
  address: string | null;
  reused: boolean;
};

/** The limit is higher than the number of concurrent deliveries of an account, so deliveries do not wait here. */
const MAX_PER_ROUTE = 512;
const OVER = AbortSignal.abort();
const IDLE = { max_idle: 512, max_idle_per_account: 128, max_age_ms: 60_000 };

/**
 * Creates the client for requests to URLs that customers choose. Each call passes the guard, has limits of time and
 * size, and writes its request at most once: a receiver may have acted on a request without answering, so only the
 * caller decides about a retry. If a reused connection closes before the request is written, another connection is
 * used.
 */
export function createOutgoingClient(options: OutgoingOptions): OutgoingClient {
  const { guard, dns_servers, max_per_route = MAX_PER_ROUTE } = options;
  const pool = createHttpConnectionPool({ max_per_route, ...IDLE });
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

async function runCall(parts: Parts, call: OutgoingCall): Promise<CallResult> {
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

function beginAttempt(call: OutgoingCall, ending: AbortSignal): Attempt {
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

/** Checks a literal IP address before connecting, because no DNS lookup checks it. */
function assertCallable(guard: Guard, url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new CallFailure('invalid_url');
  if (url.username !== '' || url.password !== '') throw new CallFailure('invalid_url');
  const literal = ipAddressInUrl(url);
  if (literal !== undefined && !guard.permits(url, literal)) throw new BlockedAddress(literal);
}

/** Checks the guard again for a reused connection: the guard may permit one URL of an origin and not another. */
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
    if (!reusable) discardConnection(connection);
    connection.reusable_ms = reusableMs(attempt.headers?.['keep-alive']);
    lease.release(reusable ? connection : undefined);
  };
  return exchangeRequest(
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
    return connectionFromSocket(attempt.url.origin, opened);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/**
 * Resolves the host and requires that the guard permits every address: one private address among public ones blocks the
 * call.
 */
async function findAddresses(parts: Parts, attempt: Attempt): Promise<string[]> {
  attempt.phase = 'timed_out_resolving';
  const asked_at = performance.now();
  const addresses = await rejectOnAbort(addressesOf(parts, attempt.url), attempt);
  attempt.dns_ms = performance.now() - asked_at;
  const refused = addresses.find((address) => !parts.guard.permits(attempt.url, address));
  attempt.address = refused ?? addresses[0] ?? null;
  if (refused !== undefined || addresses.length === 0) throw new BlockedAddress(refused ?? null);
  return addresses;
}

async function addressesOf({ resolver }: Parts, url: URL): Promise<string[]> {
  const literal = ipAddressInUrl(url);
  return literal === undefined ? resolver.resolve(url.hostname) : [literal];
}

/** One timeout of the call ends all of its steps, so no step has a timer. */
function rejectOnAbort<T>(work: Promise<T>, { ending, phase }: Attempt): Promise<T> {
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
