import {
  BUILD_HEADER,
  reportServerBuild,
  setConnectionProblem,
  type ConnectionProblem,
} from './connection.ts';
import type { CurrentUser } from '../../src/features/signin/contract.ts';
import type { EditConflict, FailureDetails } from '../../src/service/reasons.ts';
import type { FieldError } from './errorTexts.ts';
import type { CallOperation, CallOperationWithoutPost, OperationKey } from './operations.ts';
import type { NextIdempotencyKey } from './idempotencyKeys.ts';
import { hasUnsavedInput } from './unsavedForms.ts';
import { t } from '../language/t.ts';

type ErrorDetails = {
  request_id?: string | undefined;
  fault?: FieldError | undefined;
  conflict?: EditConflict | undefined;
  retry_after_ms?: number | undefined;
};

/** An error response of the server: a translated message, and the request id to search for in the request log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  /** The member of the input that the error message is about, and the rule that it violates. */
  readonly fault: FieldError | undefined;
  /** The members of a record that another edit changed meanwhile. */
  readonly conflict: EditConflict | undefined;
  /** The server's Retry-After header, in milliseconds. */
  readonly retry_after_ms: number | undefined;
  /** True if the request had an idempotency key, so a retry cannot perform the action twice. */
  is_once = false;

  constructor(
    status: number,
    code: string,
    message: string,
    { request_id, fault, conflict, retry_after_ms }: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.request_id = request_id;
    this.fault = fault;
    this.conflict = conflict;
    this.retry_after_ms = retry_after_ms;
  }
}

/** True if a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Returns an error that a page finds before it sends a request. */
export function invalidFieldError(field: string, rule: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', rule, { fault: { path: [field], rule } });
}

type ErrorBody = { error?: string; details?: FailureDetails };

/** Reads the request id and Retry-After from the headers of an error answer. */
export function parseErrorHeaders(header: (name: string) => string | null): ErrorDetails {
  const seconds = Number(header('Retry-After') ?? Number.NaN);
  return {
    request_id: header('X-Request-Id') ?? undefined,
    retry_after_ms: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}

/** The module with the error texts is loaded with the first error, so that pages load without it. */
export async function createApiError(
  status: number,
  { error = 'UNAVAILABLE', details }: ErrorBody,
  headers: ErrorDetails,
): Promise<ApiError> {
  const words = await import('./errorTexts.ts').catch(() => undefined);
  if (!words) return new ApiError(status, error, t('Something went wrong.'), headers);
  const { code, message, fault } = words.describeError(error, details);
  return new ApiError(status, code, message, { ...headers, fault, conflict: details?.conflict });
}

type Query = Record<string, string | number | boolean | undefined>;

const BASE = '/console/v1';
let form_token = '';
let signed_in = '';

/**
 * Stores the form token, which every write request sends. If another user has signed in meanwhile, the page reloads.
 */
export function setFormToken(token: string, user_id: string): void {
  if (signed_in !== '' && signed_in !== user_id) location.assign('/');
  form_token = token;
  signed_in = user_id;
}

export function formToken(): string {
  return form_token;
}

/** Sends a request without an idempotency key: a read, or an idempotent write. */
export const callApi: CallOperationWithoutPost = (key, ...[sent]) => send(key, sent);

/** Returns a `callApi` that adds the idempotency keys of one mutation to its requests. */
export function bindIdempotencyKeys(nextKey: NextIdempotencyKey): CallOperation {
  return (key, ...[sent]) => sendWithKey(key, sent, nextKey(key));
}

export type ApiRequestInput = {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotency_key?: string | undefined;
};

async function sendWithKey(
  key: OperationKey,
  sent: ApiRequestInput = {},
  idempotency_key: string | undefined,
) {
  try {
    return await send(key, { ...sent, idempotency_key });
  } catch (error) {
    if (error instanceof ApiError) error.is_once = idempotency_key !== undefined;
    throw error;
  }
}

async function send(key: OperationKey, sent: ApiRequestInput = {}) {
  const { method, url } = requestTarget(key, sent.query ?? {});
  const { response, text } = await exchange(url, method, sent);
  if (response.status === 401) return redirectToSignIn();
  const answer = parseJson(text);
  if (response.ok && (text === '' || answer !== undefined)) return answer;
  const details = parseErrorHeaders((name) => response.headers.get(name));
  throw await createApiError(response.ok ? 502 : response.status, Object(answer), details);
}

/** Sends a rejected change again if it had a former form token, also when another request has read the new one. */
async function exchange(url: string, method: string, sent: ApiRequestInput): Promise<TextResponse> {
  const sent_token = form_token;
  const first = await fetchText(url, requestInit(method, sent));
  if (first.response.status !== 403 || method === 'GET') return first;
  await refreshFormToken();
  return form_token === sent_token ? first : fetchText(url, requestInit(method, sent));
}

function requestInit(method: string, { body, signal, idempotency_key }: ApiRequestInput): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(method !== 'GET' && { 'X-Form-Token': form_token }),
      ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    ...(signal && { signal }),
  };
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the form token again: it changes when the user signs in again in another tab. */
async function refreshFormToken(): Promise<void> {
  const { response, text } = await fetchText(`${BASE}/me`, requestInit('GET', {}));
  const me: Partial<CurrentUser> = Object(parseJson(text));
  if (response.ok && me.form_token && me.user) setFormToken(me.form_token, me.user.user_id);
}

/** Reads have a short timeout, because they are retried; changes may wait for an external server. */
const READ_TIMEOUT_MS = 10_000;
const CHANGE_TIMEOUT_MS = 45_000;

type TextResponse = { response: Response; text: string };

async function fetchText(url: string, init: RequestInit): Promise<TextResponse> {
  const timeout = AbortSignal.timeout(init.method === 'GET' ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal });
    const text = await response.text();
    setConnectionProblem(response.status === 401 ? signedOutProblem() : undefined);
    reportServerBuild(response.headers.get(BUILD_HEADER));
    return { response, text };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw reportConnectionError(timeout.aborted ? 'silent' : undefined);
  }
}

/** Reports the connection problem to the page and returns the matching error. */
export function reportConnectionError(
  problem: ConnectionProblem = navigator.onLine ? 'lost' : 'offline',
): ApiError {
  setConnectionProblem(problem);
  return problem === 'silent'
    ? new ApiError(0, 'NO_ANSWER', t('The service is not responding.'))
    : new ApiError(0, 'NO_CONNECTION', t('There is no connection to the service.'));
}

export function requestTarget(key: OperationKey, query: Query): { method: string; url: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, url: BASE + path + queryString(query) };
}

export function queryString(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function signedOutProblem(): ConnectionProblem | undefined {
  return hasUnsavedInput() ? 'signed_out' : undefined;
}

/**
 * Navigates to the sign-in page, which redirects back here. With unsaved input the page stays and the request fails.
 */
function redirectToSignIn(): Promise<never> {
  if (hasUnsavedInput())
    throw new ApiError(401, 'SIGNED_OUT', t('You are signed out, so your changes were not saved.'));
  const here = location.pathname + location.search;
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
