import { AuthorizationError, ConnectionError, ServerError } from './errors.ts';
import type { ConnectionTokens, OAuthApp } from './oauth.ts';
import type { Credential } from './transport.ts';

export type ConnectionOptions = {
  app: OAuthApp;
  tokens: ConnectionTokens;
  /** Stores refreshed tokens. The client uses the new tokens only after this callback has finished. */
  onTokens?: ((tokens: ConnectionTokens) => void | Promise<void>) | undefined;
};

/** A token is refreshed this long before it expires, so that it does not expire during a request. */
const EARLY_MS = 60_000;

/** The OAuth connection of a customer. Tokens are refreshed when necessary, by one request at a time. */
export class Connection implements Credential {
  readonly #options: ConnectionOptions;
  #tokens: ConnectionTokens;
  /**
   * Refreshed tokens that `onTokens` has not stored yet. If storing fails, they are passed to `onTokens` again: a
   * second refresh would be a replay, which ends the connection.
   */
  #given: ConnectionTokens | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#tokens = options.tokens;
  }

  async token(): Promise<string> {
    if (Date.parse(this.#tokens.expires_at) - EARLY_MS < Date.now()) await this.#refreshOnce();
    return this.#tokens.access_token;
  }

  async renew(refused: string): Promise<boolean> {
    if (this.#tokens.access_token === refused) await this.#refreshOnce();
    return true;
  }

  #refreshOnce(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { app, onTokens } = this.#options;
    this.#given ??= await app.refresh(this.#tokens.refresh_token).catch(explainRefresh);
    await onTokens?.(this.#given);
    this.#tokens = this.#given;
    this.#given = undefined;
  }
}

/**
 * Converts a failed refresh into an AuthorizationError. A refresh is never retried, because a repetition after a lost
 * answer counts as a replay.
 */
function explainRefresh(cause: unknown): never {
  if (!(cause instanceof ConnectionError || cause instanceof ServerError)) throw cause;
  throw new AuthorizationError('refresh_failed', `The tokens were not refreshed: ${cause.message}`, {
    cause,
  });
}
