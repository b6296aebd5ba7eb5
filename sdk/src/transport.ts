import { sendAttempt, type PreparedRequest, type HttpReply } from './attempt.ts';
import { randomText } from './crypto.ts';
import { apiError, AuthenticationError, TenantOpsError, type ApiError } from './errors.ts';
import { CALLS, type ErrorBody, type Operations } from './records.ts';
import { RETRY_DELAYS_MS, withRetries } from './retries.ts';

export type ConnectOptions = {
  /** The address of the service, `https://ops.example.com/v1/`. */
  baseUrl: string;
  /** The timeout of one attempt. Defaults to 60 seconds. */
  timeoutMs?: number | undefined;
  /** The delays before the retries. Defaults to 1, 5 and 30 seconds; `[]` disables retries. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type CallOptions = {
  /** Aborts the call, including the delays between retries, with the reason of the signal. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Replaces the generated Idempotency-Key of a POST, so that the service recognizes a repetition by your code. */
  idempotencyKey?: string | undefined;
};

/** A source of tokens for calls. */
export type Credential = {
  token(): Promise<string>;
  /** Replaces a token that the service rejected. Returns false if no other token is available. */
  renew(refused: string): Promise<boolean>;
};

export function keyCredential(key: string): Credential {
  return { token: async () => key, renew: async () => false };
}

type Input = { query?: object | undefined; body?: unknown };

const TIMEOUT_MS = 60_000;

/** Sends operations to the service, with authentication and retries. */
export class Transport {
  readonly base: URL;
  readonly #options: ConnectOptions;
  readonly #credential: Credential | undefined;

  constructor(options: ConnectOptions, credential?: Credential) {
    this.base = baseOf(options.baseUrl);
    this.#options = options;
    this.#credential = credential;
  }

  async call<Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['input'],
    options: CallOptions = {},
  ): Promise<Operations[Name]['answer']> {
    const answer: Operations[Name]['answer'] = parse(await this.#reply(name, input, options));
    return answer;
  }

  /** Sends input that the caller assembled. */
  async send(name: keyof Operations, input: Input, options: CallOptions = {}): Promise<unknown> {
    return parse(await this.#reply(name, input, options));
  }

  async #reply(name: keyof Operations, input: Input, options: CallOptions): Promise<HttpReply> {
    const [method, path, is_repeatable] = CALLS[name];
    const headers = new Headers({ Accept: 'application/json, text/csv' });
    if (input.body !== undefined) headers.set('Content-Type', 'application/json');
    if (method === 'POST' && is_repeatable)
      headers.set('Idempotency-Key', options.idempotencyKey ?? (await randomText()));
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const prepared = { url: this.#urlOf(path, input.query), method, headers, body };
    const { retryDelaysMs: delaysMs = RETRY_DELAYS_MS } = this.#options;
    const { signal } = options;
    return withRetries(() => this.#prove(prepared, options), { is_repeatable, delaysMs, signal });
  }

  #urlOf(path: string, query: object = {}): string {
    const url = new URL(path, this.base);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    return url.href;
  }

  /**
   * Sends a request, and again with a new token if the token was rejected. This is safe, because the service does
   * nothing when it rejects a token.
   */
  async #prove(prepared: PreparedRequest, options: CallOptions): Promise<HttpReply> {
    const token = await this.#credential?.token();
    try {
      return await this.#attempt(prepared, token, options);
    } catch (error) {
      const is_refused = error instanceof AuthenticationError && token !== undefined;
      if (!is_refused || !(await this.#credential?.renew(token))) throw error;
    }
    return this.#attempt(prepared, await this.#credential?.token(), options);
  }

  async #attempt(
    prepared: PreparedRequest,
    token: string | undefined,
    { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS }: CallOptions,
  ): Promise<HttpReply> {
    const headers = new Headers(prepared.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const { fetch = globalThis.fetch } = this.#options;
    const reply = await sendAttempt({ ...prepared, headers }, { fetch, timeoutMs, signal });
    if (reply.status >= 200 && reply.status < 300) return reply;
    throw failureOf(reply);
  }
}

/** Adds `/v1/` to the address of the service unless the address already ends with it. */
function baseOf(text: string): URL {
  const base = new URL(text);
  const path = base.pathname.replace(/\/+$/, '');
  base.pathname = path.endsWith('/v1') ? `${path}/` : `${path}/v1/`;
  return base;
}

function failureOf({ status, headers, text }: HttpReply): ApiError {
  const body = findFailure(text);
  return apiError({
    status,
    code: body?.error,
    message: body?.message ?? `The service answered ${status}`,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: readSeconds(headers.get('Retry-After')),
  });
}

/** Parses the error body. Returns undefined for a body of a proxy, which has a different form. */
function findFailure(text: string): ErrorBody | undefined {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    const { error, message } = body ?? {};
    return typeof error === 'string' && typeof message === 'string' ? { error, message } : undefined;
  } catch {
    return undefined;
  }
}

/** Parses `Retry-After`, which contains seconds or a date. */
function readSeconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1_000));
}

/** Parses the body: JSON, or the text of a CSV file. */
function parse({ headers, text }: HttpReply) {
  if (headers.get('Content-Type')?.startsWith('text/csv')) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TenantOpsError('The answer is no JSON; is baseUrl right?', { cause });
  }
}
