import { BUILD_HEADER, noteBuild, noteContact, type Trouble } from './connection.ts';
import type { Me } from '../../src/features/signin/contract.ts';
import type { FailureDetails } from '../../src/service/reasons.ts';
import type { Fault } from './faults.ts';
import type { Ask, AskOutsideActs, Key } from './operations.ts';
import type { NextKey } from './once.ts';
import { holdsTyped } from './typed.ts';
import { t } from '../language/t.ts';

type Details = {
  request_id?: string | undefined;
  fault?: Fault | undefined;
  retry_after_ms?: number | undefined;
};

/** A refusal of the server in words for people, with the id of the request in its log. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  /** The member that the message names, and its rule. */
  readonly fault: Fault | undefined;
  /** When the server wants to be asked again. */
  readonly retry_after_ms: number | undefined;
  /** True if the service does a repeated act only once. */
  is_once = false;

  constructor(
    status: number,
    code: string,
    message: string,
    { request_id, fault, retry_after_ms }: Details = {},
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
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** An error that a page finds before it sends a request. */
export function badInput(field: string, rule: string): Refusal {
  return new Refusal(400, 'BAD_REQUEST', rule, { fault: { path: [field], rule } });
}

type Answered = { error?: string; details?: FailureDetails };

/** The headers of an error answer that matter to pages. */
export function detailsOf(header: (name: string) => string | null): Details {
  const seconds = Number(header('Retry-After') ?? Number.NaN);
  return {
    request_id: header('X-Request-Id') ?? undefined,
    retry_after_ms: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}

/** The words are loaded with the first refusal. */
export async function readRefusal(
  status: number,
  { error = 'UNAVAILABLE', details }: Answered,
  beside: Details,
): Promise<Refusal> {
  const words = await import('./faults.ts').catch(() => undefined);
  if (!words) return new Refusal(status, error, t('This did not work.'), beside);
  const { code, message, fault } = words.wordRefusal(error, details);
  return new Refusal(status, code, message, { ...beside, fault });
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
export const ask: AskOutsideActs = (key, ...[sent]) => sendWith(key, sent);

/** Binds requests to the keys of an act; an answer has its declared type, a failure is a `Refusal`. */
export function createAsk(nextKey: NextKey): Ask {
  return (key, ...[sent]) => sendKeyed(key, sent, nextKey(key));
}

export type AnySent = {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
  once_key?: string | undefined;
};

async function sendKeyed(key: Key, sent: AnySent = {}, once_key: string | undefined) {
  try {
    return await sendWith(key, { ...sent, once_key });
  } catch (error) {
    if (error instanceof Refusal) error.is_once = once_key !== undefined;
    throw error;
  }
}

async function sendWith(key: Key, sent: AnySent = {}) {
  const { method, url } = addressOf(key, sent.query ?? {});
  const { response, text } = await exchange(url, method, sent);
  if (response.status === 401) return signInAgain();
  const answer = parsed(text);
  if (response.ok && (text === '' || answer !== undefined)) return answer;
  const details = detailsOf((name) => response.headers.get(name));
  throw await readRefusal(response.ok ? 502 : response.status, Object(answer), details);
}

async function exchange(url: string, method: string, sent: AnySent): Promise<Reached> {
  const first = await reach(url, initOf(method, sent));
  const mayBeOutOfDate = first.response.status === 403 && method !== 'GET';
  return mayBeOutOfDate && (await hasNewToken()) ? reach(url, initOf(method, sent)) : first;
}

function initOf(method: string, { body, signal, once_key }: AnySent): RequestInit {
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

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** After another tab signed in again, the forms of this one need the token of that sign-in. */
async function hasNewToken(): Promise<boolean> {
  const former = form_token;
  const { response, text } = await reach(`${BASE}/me`, initOf('GET', {}));
  const me: Partial<Me> = Object(parsed(text));
  if (response.ok && me.form_token && me.user) setFormToken(me.form_token, me.user.user_id);
  return form_token !== former;
}

/** A read is given up early and asked for again; a change may have to wait for a server elsewhere. */
const READ_MS = 10_000;
const CHANGE_MS = 45_000;

type Reached = { response: Response; text: string };

async function reach(url: string, init: RequestInit): Promise<Reached> {
  const late = AbortSignal.timeout(init.method === 'GET' ? READ_MS : CHANGE_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  try {
    const response = await fetch(url, { ...init, signal });
    const text = await response.text();
    noteContact(response.status === 401 ? findSignedOut() : undefined);
    noteBuild(response.headers.get(BUILD_HEADER));
    return { response, text };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreached(late.aborted ? 'silent' : undefined);
  }
}

/** Notes that no answer came, and says so. */
export function unreached(trouble: Trouble = navigator.onLine ? 'lost' : 'offline'): Refusal {
  noteContact(trouble);
  return trouble === 'silent'
    ? new Refusal(0, 'NO_ANSWER', t('The service does not answer.'))
    : new Refusal(0, 'NO_CONNECTION', t('There is no connection to the service.'));
}

export function addressOf(key: Key, query: Query): { method: string; url: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, url: BASE + path + searchOf(query) };
}

export function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function findSignedOut(): Trouble | undefined {
  return holdsTyped() ? 'signed_out' : undefined;
}

/** Goes to the sign-in page, which leads back here; with a form half filled in the page stays. */
function signInAgain(): Promise<never> {
  if (holdsTyped()) throw new Refusal(401, 'SIGNED_OUT', t('You are signed out, so this was not saved.'));
  const here = location.pathname + location.search;
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
