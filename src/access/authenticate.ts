import type { IncomingMessage } from 'node:http';
import { Failure } from '../lib/errors.ts';
import type { Database } from '../lib/sql.ts';
import { hashToken, parseToken, type TokenPrefix } from '../lib/tokens.ts';
import type { Actor } from './context.ts';
import type { Scope } from './scopes.ts';

/** The account, actor and scopes of a live credential. */
export type Caller<A extends Actor = Actor> = {
  account_id: string;
  credential_id: string;
  scopes: readonly Scope[];
  actor: A;
};

/** A kind of credential: the prefix of its tokens, and the one query that finds a live one. */
export type CredentialKind = {
  prefix: TokenPrefix;
  find(db: Database, account_id: string, token_hash: Buffer, now: Date): Promise<Caller | undefined>;
  noteUse(caller: Caller, now: Date): void;
};

/**
 * Finds the caller of a request: 401 MISSING_AUTH or INVALID_KEY unless it carries exactly one live
 * credential.
 */
export async function authenticate(
  db: (account_id: string) => Database,
  kinds: readonly CredentialKind[],
  request: IncomingMessage,
  now: Date,
): Promise<Caller> {
  const token = readBearer(request);
  const parsed = parseToken(token);
  const kind = kinds.find(({ prefix }) => prefix === parsed?.prefix);
  if (!parsed || !kind) throw invalidKey();

  const caller = await kind.find(db(parsed.account_id), parsed.account_id, hashToken(token), now);
  if (!caller) throw invalidKey();
  kind.noteUse(caller, now);
  return caller;
}

function readBearer(request: IncomingMessage): string {
  // `headers` keeps only the first of repeated headers; `headersDistinct` has all.
  const headers = request.headersDistinct['authorization'] ?? [];
  if (headers.length > 1) throw invalidKey('Authorization: sent more than once');

  const [scheme = '', ...rest] = (headers[0] ?? '').trim().split(/\s+/);
  if (scheme === '') throw missingAuth();
  if (scheme.toLowerCase() !== 'bearer') throw invalidKey('Authorization: the scheme must be Bearer');
  const [token, ...more] = rest;
  if (token === undefined) throw missingAuth();
  if (more.length > 0) throw invalidKey('Authorization: must hold one token');
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
