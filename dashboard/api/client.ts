import { noteContact } from './connection.ts';
import type { Fault } from './faults.ts';
import type { Ask, Key } from './operations.ts';
import { t } from '../language/t.ts';

type Details = { request_id?: string | undefined; fault?: Fault | undefined };

/** A refusal of the server in words for people, with the id of the request in its log. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  /** The member that the message names, and its rule. */
  readonly fault: Fault | undefined;

  constructor(status: number, code: string, message: string, { request_id, fault }: Details = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.request_id = request_id;
    this.fault = fault;
  }
}

/** What a page refuses before it asks. */
export function badInput(field: string, rule: string): Refusal {
  return new Refusal(400, 'BAD_REQUEST', rule, { fault: { path: [field], rule } });
}

type Answered = { error?: string; message?: string };

/** The words are loaded with the first refusal. */
export async function readRefusal(
  status: number,
  { error = 'UNAVAILABLE', message = t('The service does not answer, try again in a moment') }: Answered,
  request_id: string | undefined,
): Promise<Refusal> {
  const words = await import('./faults.ts').catch(() => undefined);
  const fault = words?.readFault(message);
  return new Refusal(status, error, (fault && words?.sentenceOf(fault)) ?? message, { request_id, fault });
}

type Query = Record<string, string | number | boolean | undefined>;

const BASE = '/console/v1';
let form_token = '';

/** The form token, sent with every change. */
export function setFormToken(token: string): void {
  form_token = token;
}

export function formToken(): string {
  return form_token;
}

/** The typed way to the dashboard's door: what comes back is as it is declared, or a Refusal. */
export const ask: Ask = (key, ...[sent]) => send(key, sent);

export type AnySent = { query?: Query; body?: unknown; signal?: AbortSignal | undefined };

async function send(key: Key, { query = {}, body, signal }: AnySent = {}) {
  const { method, url } = addressOf(key, query);
  const response = await reach(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(method !== 'GET' && { 'X-Form-Token': form_token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (response.status === 401) return signInAgain();
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const request_id = response.headers.get('X-Request-Id') ?? undefined;
  throw await readRefusal(response.status, answer ?? {}, request_id);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    noteContact(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteContact(false);
    throw new Refusal(0, 'NO_CONNECTION', 'The service cannot be reached. Is there a connection?');
  }
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

/** Goes to the sign-in page, which leads back here. */
function signInAgain(): Promise<never> {
  const here = location.pathname + location.search;
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
