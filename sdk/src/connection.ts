import { AuthorizationError, ConnectionError, ServerError } from './errors.ts';
import type { ConnectionTokens, OAuthApp } from './oauth.ts';
import type { Credential } from './transport.ts';

export type ConnectionOptions = {
  app: OAuthApp;
  tokens: ConnectionTokens;
  /** Keeps the next tokens; they are used once it is done. */
  onTokens?: ((tokens: ConnectionTokens) => void | Promise<void>) | undefined;
};

/** A token is replaced before it expires on its way. */
const EARLY_MS = 60_000;

/** A customer's connection: its tokens are refreshed when they need to be, by one request at a time. */
export class Connection implements Credential {
  readonly #options: ConnectionOptions;
  #tokens: ConnectionTokens;
  /** The next ones, given and not kept yet: to ask for them again would be a replay, which ends the connection. */
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

/** A refresh that is repeated after a lost answer counts as a replay, so it is never retried. */
function explainRefresh(cause: unknown): never {
  if (!(cause instanceof ConnectionError || cause instanceof ServerError)) throw cause;
  throw new AuthorizationError('refresh_failed', `The tokens were not refreshed: ${cause.message}`, {
    cause,
  });
}
