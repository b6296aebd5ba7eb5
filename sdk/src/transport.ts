import { Answer, type WithResponse } from './answer.ts';
import { sendAttempt, type PreparedRequest, type HttpReply } from './attempt.ts';
import { randomText } from './crypto.ts';
import { apiError, AuthenticationError, TenantOpsError, type ApiError } from './errors.ts';
import { CALLS, type ErrorBody, type Operations } from './records.ts';
import { RETRY_DELAYS_MS, withRetries } from './retries.ts';
import { VERSION } from './version.ts';

/** The report of one HTTP request. It contains no credential. */
export type AttemptReport = {
  operation: keyof Operations;
  method: string;
  url: string;
  /** 1 for the first attempt of a call. */
  attempt: number;
  durationMs: number;
  /** Undefined if no response arrived. */
  status: number | undefined;
  requestId: string | undefined;
  /** The reason if no response arrived. */
  error: unknown;
};

export type RetryReport = {
  operation: keyof Operations;
  /** The number of failed attempts. */
  failed: number;
  delayMs: number;
  error: unknown;
};

export type ConnectOptions = {
  /** The address of the service, `https://ops.example.com/v1/`. */
  baseUrl: string;
  /** The timeout of one attempt. Defaults to 60 seconds. */
  timeoutMs?: number | undefined;
  /** The delays before the retries. Defaults to 1, 5 and 30 seconds; `[]` disables retries. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers of all requests. They cannot replace the headers that the client sets itself. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called after each HTTP request, for logs and metrics. An error that it throws fails the call. */
  onAttempt?: ((report: AttemptReport) => void) | undefined;
  /** Called before the delay of each retry. */
  onRetry?: ((report: RetryReport) => void) | undefined;
};

export type CallOptions = {
  /** Aborts the call, including the delays between retries, with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** The timeout of one attempt; replaces that of the client. */
  timeoutMs?: number | undefined;
  /** The delays before the retries; replaces those of the client. `[]` disables retries. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Further headers of this call. */
  headers?: Readonly<Record<string, string>> | undefined;
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

type Sent = PreparedRequest & Pick<AttemptReport, 'operation' | 'attempt'>;
type Input = { query?: object | undefined; body?: unknown };

const TIMEOUT_MS = 60_000;
const USER_AGENT = `tenant-ops-typescript/${VERSION}`;

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

  call<Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['input'],
    options: CallOptions = {},
  ): Answer<Operations[Name]['answer']> {
    return new Answer<Operations[Name]['answer']>(this.#receive(name, input, options));
  }

  /** Sends input that the caller assembled. */
  async send(name: keyof Operations, input: Input, options: CallOptions = {}): Promise<unknown> {
    const { data } = await this.#receive<unknown>(name, input, options);
    return data;
  }

  async #receive<T>(name: keyof Operations, input: Input, options: CallOptions): Promise<WithResponse<T>> {
    const reply = await this.#reply(name, input, options);
    const data: T = parse(reply);
    const { status, headers } = reply;
    return { data, response: { status, headers, requestId: requestIdOf(reply) } };
  }

  async #reply(name: keyof Operations, input: Input, options: CallOptions): Promise<HttpReply> {
    const [method, path, is_repeatable] = CALLS[name];
    const headers = new Headers({ ...this.#options.headers, ...options.headers });
    headers.set('Accept', 'application/json, text/csv');
    // A browser sends its own User-Agent, and another header would need the permission of the service.
    if (!('document' in globalThis)) headers.set('User-Agent', USER_AGENT);
    if (input.body !== undefined) headers.set('Content-Type', 'application/json');
    if (method === 'POST' && is_repeatable)
      headers.set('Idempotency-Key', options.idempotencyKey ?? (await randomText()));
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const prepared = { url: this.#urlOf(path, input.query), method, headers, body };
    const { retryDelaysMs = RETRY_DELAYS_MS, onRetry } = this.#options;
    const { signal, retryDelaysMs: delaysMs = retryDelaysMs } = options;
    return withRetries((attempt) => this.#prove({ ...prepared, operation: name, attempt }, options), {
      is_repeatable,
      delaysMs,
      signal,
      onRetry: (report) => onRetry?.({ operation: name, ...report }),
    });
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
  async #prove(prepared: Sent, options: CallOptions): Promise<HttpReply> {
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
    { operation, attempt, ...prepared }: Sent,
    token: string | undefined,
    { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS }: CallOptions,
  ): Promise<HttpReply> {
    const headers = new Headers(prepared.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const { fetch = globalThis.fetch, onAttempt } = this.#options;
    const started_ms = performance.now();
    const report = (outcome: Pick<AttemptReport, 'status' | 'requestId' | 'error'>) =>
      onAttempt?.({
        operation,
        method: prepared.method,
        url: prepared.url,
        attempt,
        durationMs: performance.now() - started_ms,
        ...outcome,
      });
    const sending = sendAttempt({ ...prepared, headers }, { fetch, timeoutMs, signal });
    const reply = await sending.catch((error: unknown) => {
      report({ status: undefined, requestId: undefined, error });
      throw error;
    });
    report({ status: reply.status, requestId: requestIdOf(reply), error: undefined });
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
    requestId: requestIdOf({ headers }),
    retryAfterSeconds: readSeconds(headers.get('Retry-After')),
  });
}

function requestIdOf({ headers }: Pick<HttpReply, 'headers'>): string | undefined {
  return headers.get('X-Request-Id') ?? undefined;
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
