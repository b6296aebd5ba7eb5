import { base64Url, findCrypto, randomText } from './crypto.ts';
import { AuthorizationError } from './errors.ts';
import type { Tokens } from './records.ts';
import { Transport, type CallOptions, type ConnectOptions } from './transport.ts';

export type AppOptions = ConnectOptions & {
  clientId: string;
  clientSecret: string;
  /** A redirect URI of the app, exactly as it was registered. */
  redirectUri: string;
  /** The origin of the consent page. Defaults to the origin of `baseUrl`. */
  authUrl?: string | undefined;
};

/** Store these values in the customer's browser session until the redirect returns. */
export type Authorization = {
  /** The URL to redirect the customer's browser to. */
  url: string;
  state: string;
  codeVerifier: string;
};

/** Tokens, with the absolute time at which the access token expires. */
export type ConnectionTokens = Tokens & {
  /** The time at which the access token expires. */
  expires_at: string;
};

/** An OAuth app that customers connect. Implements the authorization code flow with PKCE. */
export class OAuthApp {
  readonly #options: AppOptions;
  readonly #transport: Transport;

  constructor(options: AppOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  async authorize(scopes: readonly string[]): Promise<Authorization> {
    const [state, codeVerifier] = await Promise.all([randomText(), randomText()]);
    const url = new URL('oauth/authorize', this.#authUrl());
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: this.#options.redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: await challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    }).toString();
    return { url: url.href, state, codeVerifier };
  }

  /** Exchanges the code in the redirect URL for tokens, after checking `state` and `iss`. */
  async exchange(
    callback: string | URL,
    { state, codeVerifier }: Pick<Authorization, 'state' | 'codeVerifier'>,
    options: CallOptions = {},
  ): Promise<ConnectionTokens> {
    const code = this.#readCode(new URL(callback).searchParams, state);
    const body = {
      grant_type: 'authorization_code' as const,
      code,
      redirect_uri: this.#options.redirectUri,
      code_verifier: codeVerifier,
      ...this.#proof(),
    };
    return keep(await this.#transport.call('exchangeToken', { body }, options));
  }

  /** Refreshes the tokens. Never retried: using a refresh token twice ends the connection. */
  async refresh(refresh_token: string, options: CallOptions = {}): Promise<ConnectionTokens> {
    const body = { grant_type: 'refresh_token' as const, refresh_token, ...this.#proof() };
    return keep(await this.#transport.call('exchangeToken', { body }, options));
  }

  /** Revokes a token. A refresh token ends the whole connection; an access token ends only itself. */
  async revoke(token: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.call('revokeToken', { body: { token, ...this.#proof() } }, options);
  }

  #readCode(answered: URLSearchParams, state: string): string {
    if (answered.get('state') !== state)
      throw new AuthorizationError('state_mismatch', 'The browser came back from another authorization');
    const issuer = answered.get('iss');
    if (issuer !== null && new URL(issuer).href !== this.#authUrl().href)
      throw new AuthorizationError('issuer_mismatch', `The browser came back from ${issuer}`);
    const error = answered.get('error');
    if (error !== null) throw new AuthorizationError(error, answered.get('error_description') ?? error);
    const code = answered.get('code');
    if (code === null) throw new AuthorizationError('missing_code', 'The browser came back without a code');
    return code;
  }

  #proof() {
    return { client_id: this.#options.clientId, client_secret: this.#options.clientSecret };
  }

  #authUrl(): URL {
    const { authUrl } = this.#options;
    return authUrl === undefined
      ? new URL('..', this.#transport.base)
      : new URL(`${authUrl}/`.replace(/\/+$/, '/'));
  }
}

async function challengeOf(verifier: string): Promise<string> {
  const { subtle } = await findCrypto();
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(hash));
}

function keep(tokens: Tokens): ConnectionTokens {
  return { ...tokens, expires_at: new Date(Date.now() + tokens.expires_in * 1_000).toISOString() };
}
