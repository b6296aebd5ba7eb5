import { AuthorizationError } from '../errors.ts';
import { OAuthApp } from '../oauth.ts';
import type { Credential } from '../transport.ts';
import {
  withLoginLock,
  storeLogin,
  readStoredLogin,
  type Environment,
  type StoredLogin,
  type KeptConnection,
} from './keeping.ts';

type Connected = Extract<StoredLogin, { connection: KeptConnection }>;

/** A token is refreshed this long before it expires, so that it does not expire during a request. */
const EARLY_MS = 60_000;

/**
 * The stored OAuth connection. Each call reads the tokens from the file, and a lock ensures that only one command
 * refreshes them.
 */
export class KeptCredential implements Credential {
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  async token(): Promise<string> {
    const { tokens } = readConnected(this.#env).connection;
    if (isFresh(tokens)) return tokens.access_token;
    return this.#refreshUnless(isFresh);
  }

  async renew(refused: string): Promise<boolean> {
    await this.#refreshUnless(({ access_token }) => access_token !== refused);
    return true;
  }

  /** Refreshes the tokens unless another command did so while this one waited for the lock. */
  #refreshUnless(isGood: (tokens: KeptConnection['tokens']) => boolean): Promise<string> {
    return withLoginLock(this.#env, async () => {
      const kept = readConnected(this.#env);
      if (isGood(kept.connection.tokens)) return kept.connection.tokens.access_token;
      const tokens = await appOf(kept).refresh(kept.connection.tokens.refresh_token);
      storeLogin(this.#env, { ...kept, connection: { ...kept.connection, tokens } });
      return tokens.access_token;
    });
  }
}

/** Revokes the connection at the service. */
export async function revoke(kept: Connected): Promise<void> {
  await appOf(kept).revoke(kept.connection.tokens.refresh_token);
}

function appOf({ url, connection: { client_id, client_secret, redirect_uri } }: Connected): OAuthApp {
  return new OAuthApp({
    baseUrl: url,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri: redirect_uri,
    timeoutMs: 30_000,
    retryDelaysMs: [],
  });
}

function readConnected(env: Environment): Connected {
  const kept = readStoredLogin(env);
  if (kept && 'connection' in kept) return kept;
  throw new AuthorizationError('logged_out', 'The connection was ended by logout meanwhile');
}

function isFresh({ expires_at }: KeptConnection['tokens']): boolean {
  return Date.parse(expires_at) - EARLY_MS > Date.now();
}
