import { BUILD_HEADER, reportServerBuild, reportConnection, type ConnectionProblem } from './connection.ts';
import type { Me } from '../../src/features/signin/contract.ts';
import type { FailureDetails } from '../../src/service/reasons.ts';
import type { FieldError } from './errorTexts.ts';
import type { CallOperation, CallUnkeyedOperation, OperationKey } from './operations.ts';
import type { NextKey } from './idempotencyKeys.ts';
import { hasUnsavedInput } from './unsavedForms.ts';
import { t } from '../language/t.ts';

type ErrorHeaders = {
  request_id?: string | undefined;
  fault?: FieldError | undefined;
  retry_after_ms?: number | undefined;
};

/** A refusal of the server in words for people, with the id of the request in its log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  /** The member that the message names, and its rule. */
  readonly fault: FieldError | undefined;
  /** When the server wants to be asked again. */
  readonly retry_after_ms: number | undefined;
  /** True if the service does a repeated act only once. */
  is_once = false;

  constructor(
    status: number,
    code: string,
    message: string,
    { request_id, fault, retry_after_ms }: ErrorHeaders = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.request_id = request_id;
    this.fault = fault;
    this.retry_after_ms = retry_after_ms;
  }
}

/** True if a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** An error that a page finds before it sends a request. */
export function invalidField(field: string, rule: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', rule, { fault: { path: [field], rule } });
}

type ErrorBody = { error?: string; details?: FailureDetails };

/** The headers of an error answer that matter to pages. */
export function parseErrorHeaders(header: (name: string) => string | null): ErrorHeaders {
  const seconds = Number(header('Retry-After') ?? Number.NaN);
  return {
    request_id: header('X-Request-Id') ?? undefined,
    retry_after_ms: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}

/** The words are loaded with the first refusal. */
export async function readApiError(
  status: number,
  { error = 'UNAVAILABLE', details }: ErrorBody,
  beside: ErrorHeaders,
): Promise<ApiError> {
  const words = await import('./errorTexts.ts').catch(() => undefined);
  if (!words) return new ApiError(status, error, t('Something went wrong.'), beside);
  const { code, message, fault } = words.describeError(error, details);
  return new ApiError(status, code, message, { ...beside, fault });
}

type Query = Record<string, string | number | boolean | undefined>;

const BASE = '/console/v1';
let form_token = '';
let signed_in = '';

/** The form token, sent with every change. Where another user signed in meanwhile, the page begins anew as theirs. */
export function setFormToken(token: string, user_id: string): void {
  if (signed_in !== '' && signed_in !== user_id) location.assign('/');
  form_token = token;
  signed_in = user_id;
}

export function formToken(): string {
  return form_token;
}

/** Sends a request outside of an act: a read, or a change that is the same when it is repeated. */
export const callApi: CallUnkeyedOperation = (key, ...[sent]) => send(key, sent);

/** Binds requests to the keys of an act; an answer has its declared type, a failure is a `ApiError`. */
export function bindIdempotencyKeys(nextKey: NextKey): CallOperation {
  return (key, ...[sent]) => sendWithKey(key, sent, nextKey(key));
}

export type ApiRequestInput = {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
  once_key?: string | undefined;
};

async function sendWithKey(key: OperationKey, sent: ApiRequestInput = {}, once_key: string | undefined) {
  try {
    return await send(key, { ...sent, once_key });
  } catch (error) {
    if (error instanceof ApiError) error.is_once = once_key !== undefined;
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
  throw await readApiError(response.ok ? 502 : response.status, Object(answer), details);
}

async function exchange(url: string, method: string, sent: ApiRequestInput): Promise<TextResponse> {
  const first = await fetchText(url, requestInit(method, sent));
  const mayBeOutOfDate = first.response.status === 403 && method !== 'GET';
  return mayBeOutOfDate && (await refreshFormToken()) ? fetchText(url, requestInit(method, sent)) : first;
}

function requestInit(method: string, { body, signal, once_key }: ApiRequestInput): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(method !== 'GET' && { 'X-Form-Token': form_token }),
      ...(once_key !== undefined && { 'Idempotency-Key': once_key }),
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

/** After another tab signed in again, the forms of this one need the token of that sign-in. */
async function refreshFormToken(): Promise<boolean> {
  const former = form_token;
  const { response, text } = await fetchText(`${BASE}/me`, requestInit('GET', {}));
  const me: Partial<Me> = Object(parseJson(text));
  if (response.ok && me.form_token && me.user) setFormToken(me.form_token, me.user.user_id);
  return form_token !== former;
}

/** A read is given up early and asked for again; a change may have to wait for a server elsewhere. */
const READ_TIMEOUT_MS = 10_000;
const CHANGE_TIMEOUT_MS = 45_000;

type TextResponse = { response: Response; text: string };

async function fetchText(url: string, init: RequestInit): Promise<TextResponse> {
  const timeout = AbortSignal.timeout(init.method === 'GET' ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal });
    const text = await response.text();
    reportConnection(response.status === 401 ? signedOutProblem() : undefined);
    reportServerBuild(response.headers.get(BUILD_HEADER));
    return { response, text };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw connectionError(timeout.aborted ? 'silent' : undefined);
  }
}

/** Notes that no answer came, and says so. */
export function connectionError(
  problem: ConnectionProblem = navigator.onLine ? 'lost' : 'offline',
): ApiError {
  reportConnection(problem);
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

/** Goes to the sign-in page, which leads back here; with a form half filled in the page stays. */
function redirectToSignIn(): Promise<never> {
  if (hasUnsavedInput())
    throw new ApiError(401, 'SIGNED_OUT', t('You are signed out, so your changes were not saved.'));
  const here = location.pathname + location.search;
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
