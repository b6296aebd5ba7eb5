import type { IncomingMessage } from 'node:http';
import { Failure } from '../lib/errors.ts';
import { isInNetworks } from '../lib/http/networks.ts';
import type { Database } from '../lib/sql/sql.ts';
import { coalesce } from '../lib/concurrency/coalesce.ts';
import { hashToken, parseToken, type TokenPrefix } from './tokens.ts';
import type { Actor } from './context.ts';
import type { Scope } from './scopes.ts';

/** The account, actor and scopes of a valid credential. */
export type Caller<A extends Actor = Actor> = {
  account_id: string;
  credential_id: string;
  scopes: readonly Scope[];
  /** The expiry time; absent if the credential never expires. */
  expires_at?: string;
  /** The networks from which the credential may be used; absent if every address may use it. */
  allowed_addresses?: readonly string[];
  actor: A;
};

/** A kind of credential, recognized by the prefix of its tokens. */
export type CredentialKind = {
  prefix: TokenPrefix;
  /** Returns the caller of a token; null for an unknown or revoked credential. */
  identify: (db: Database, account_id: string, presented: PresentedToken) => Promise<Caller | null>;
  noteUse: (caller: Caller, now: Date) => void;
};

type PresentedToken = { token_hash: Buffer; now: Date };

type CredentialDeclaration = Pick<CredentialKind, 'prefix' | 'noteUse'> & {
  /** Finds the valid credentials among the hashes, with one query. */
  find: (
    db: Database,
    account_id: string,
    token_hashes: readonly Buffer[],
    now: Date,
  ) => Promise<LiveCredential[]>;
};

type LiveCredential = { token_hash: Buffer; caller: Caller };

/** Tokens of one account that arrive in the same turn of the event loop are looked up with one query. */
export function createCredentialKind({ prefix, find, noteUse }: CredentialDeclaration): CredentialKind {
  const findAll = async (db: Database, account_id: string, presented: readonly PresentedToken[]) => {
    const hashes = new Map(presented.map(({ token_hash }) => [textOf(token_hash), token_hash]));
    const latest_ms = Math.max(...presented.map(({ now }) => now.getTime()));
    const found = await find(db, account_id, [...hashes.values()], new Date(latest_ms));
    const callers = new Map(found.map(({ token_hash, caller }) => [textOf(token_hash), caller]));
    return presented.map(({ token_hash }) => callers.get(textOf(token_hash)) ?? null);
  };
  const findOne = async (db: Database, account_id: string, { token_hash, now }: PresentedToken) => {
    const [found] = await find(db, account_id, [token_hash], now);
    return found?.caller ?? null;
  };
  const unlimited = { at_once: Infinity, most: MOST_AT_ONCE, wait_ms: 0 };
  return { prefix, noteUse, identify: coalesce({ run: findAll, alone: findOne, ...unlimited }) };
}

const MOST_AT_ONCE = 100;

function textOf(token_hash: Buffer): string {
  return token_hash.toString('base64');
}

/** A request with a credential. `address` is called only if the credential is restricted to networks. */
export type AuthenticationAttempt = {
  request: IncomingMessage;
  address: () => string;
  now: Date;
  /** Called for a known credential that is expired or used from a network that it does not allow. */
  noteRejected: (caller: Caller, reject_reason: RejectReason) => void;
};

/** The reason for the rejection of a known credential: expired, or an address outside its networks. */
export type RejectReason = 'expired' | 'address';

/**
 * Returns the caller of a request. 401 MISSING_AUTH without a credential; 401 INVALID_KEY unless the request has
 * exactly one valid credential.
 */
export async function authenticate(
  databaseFor: (account_id: string) => Database,
  kinds: readonly CredentialKind[],
  attempt: AuthenticationAttempt,
): Promise<Caller> {
  const { request, now, noteRejected } = attempt;
  const token = readBearer(request);
  const parsed = parseToken(token);
  const kind = kinds.find(({ prefix }) => prefix === parsed?.prefix);
  if (!parsed || !kind) throw invalidKey();

  const { account_id } = parsed;
  const caller = await kind.identify(databaseFor(account_id), account_id, {
    token_hash: hashToken(token),
    now,
  });
  if (!caller) throw invalidKey();
  const reject_reason = findRejectReason(caller, attempt);
  if (reject_reason) {
    noteRejected(caller, reject_reason);
    throw invalidKey();
  }
  kind.noteUse(caller, now);
  return caller;
}

function findRejectReason(
  { expires_at, allowed_addresses }: Caller,
  { address, now }: AuthenticationAttempt,
): RejectReason | undefined {
  if (expires_at !== undefined && Date.parse(expires_at) <= now.getTime()) return 'expired';
  if (allowed_addresses && !isInNetworks(address(), allowed_addresses)) return 'address';
  return undefined;
}

function readBearer(request: IncomingMessage): string {
  // `headers` contains only the first of repeated headers; `headersDistinct` contains all of them.
  const headers = request.headersDistinct['authorization'] ?? [];
  if (headers.length > 1) throw invalidKey('Authorization: sent more than once');

  const [scheme = '', ...rest] = (headers[0] ?? '').trim().split(/\s+/);
  if (scheme === '') throw missingAuth();
  if (scheme.toLowerCase() !== 'bearer') throw invalidKey('Authorization: the scheme must be Bearer');
  const [token, ...more] = rest;
  if (token === undefined) throw missingAuth();
  if (more.length > 0) throw invalidKey('Authorization: must contain one token');
  return token;
}

function missingAuth(): Failure {
  return new Failure('MISSING_AUTH', 'Authorization: send "Bearer <API key or access token>"', challenge());
}

export function invalidKey(message = 'The key or token is not valid'): Failure {
  return new Failure('INVALID_KEY', message, challenge());
}

function challenge(): Record<string, string> {
  return { 'WWW-Authenticate': 'Bearer' };
}
