import { findCrypto } from './crypto.ts';
import { TenantOpsError, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './records.ts';

/** The headers of a delivery: those of a `Request`, or Node's `request.headers`. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** The maximum difference between the timestamp of a delivery and the current time. Defaults to 300. */
  toleranceSeconds?: number;
  /** Replaces the current time in tests. */
  now?: Date;
};

type Scheme = { timestamp: string; signed: string; signatures: Uint8Array[] };

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature and the timestamp of a delivery and returns its event. Accepts the signature in
 * `X-Webhook-Signature` and that of Standard Webhooks. Pass the raw body, before any parsing, and the secret of the
 * endpoint in either format. During a rotation, pass both secrets.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: DeliveryHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const schemes = findSchemes((name) => readHeader(headers, name));
  if (schemes.length === 0)
    throw new WebhookVerificationError('missing_headers', 'The delivery carries no signature');
  const fresh = schemes.filter(({ timestamp }) => ageOf(timestamp, now) <= toleranceSeconds);
  if (fresh.length === 0)
    throw new WebhookVerificationError(
      'old_timestamp',
      'The delivery is older or newer than the tolerance allows',
    );
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const keys = [secret].flat().map(keyOf);
  if (!(await isAnySigned(fresh, body, keys)))
    throw new WebhookVerificationError('wrong_signature', 'The signature is not of this body and secret');
  return parseEvent(body);
}

export type SignOptions = {
  /** The id of the event. By default the `event_id` of the body, otherwise a fixed id. */
  eventId?: string;
  /** The time of the delivery. Defaults to the current time. */
  now?: Date;
};

/** The headers of a signed delivery, as the service sends them. */
export type SignedHeaders = {
  'content-type': string;
  'x-webhook-timestamp': string;
  'x-webhook-signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** Signs a body like a delivery of the service, so that you can test your receiver without the service. */
export async function signWebhook(
  payload: string,
  secret: string,
  { eventId = eventIdOf(payload), now = new Date() }: SignOptions = {},
): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const [body, key] = [new TextEncoder().encode(payload), keyOf(secret)];
  const [own, standard] = await Promise.all([
    sign(join(`${timestamp}.`, body), key),
    sign(join(`${eventId}.${timestamp}.`, body), key),
  ]);
  return {
    'content-type': 'application/json',
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': Array.from(own, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...standard))}`,
  };
}

function eventIdOf(payload: string): string {
  try {
    const { event_id }: { event_id?: unknown } = JSON.parse(payload) ?? {};
    return typeof event_id === 'string' ? event_id : UNKNOWN_EVENT_ID;
  } catch {
    return UNKNOWN_EVENT_ID;
  }
}

const UNKNOWN_EVENT_ID = '00000000-0000-7000-8000-000000000000';

/** Collects the signature schemes whose headers the delivery contains. */
function findSchemes(read: (name: string) => string | undefined): Scheme[] {
  const [id, standard_time] = [read('webhook-id'), read('webhook-timestamp')];
  const [own_time, own_signature] = [read('x-webhook-timestamp'), read('x-webhook-signature')];
  const standard_signatures = read('webhook-signature');
  return [
    ...(id && standard_time && standard_signatures
      ? [
          {
            timestamp: standard_time,
            signed: `${id}.${standard_time}.`,
            signatures: readStandard(standard_signatures),
          },
        ]
      : []),
    ...(own_time && own_signature
      ? [{ timestamp: own_time, signed: `${own_time}.`, signatures: readHex(own_signature) }]
      : []),
  ];
}

function readHeader(headers: DeliveryHeaders, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers['get'](name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const [only, ...more] = typeof found === 'string' ? [found] : (found ?? []);
  return more.length === 0 ? only : undefined;
}

function ageOf(timestamp: string, now: Date): number {
  return /^\d{1,12}$/.test(timestamp) ? Math.abs(now.getTime() / 1_000 - Number(timestamp)) : Infinity;
}

/**
 * Parses a list of signatures, separated by spaces. For a day after a rotation, the list also contains a signature with
 * the previous secret.
 */
function readStandard(text: string): Uint8Array[] {
  return text.split(' ').flatMap((one) => (one.startsWith('v1,') ? readBase64(one.slice(3)) : []));
}

function readHex(text: string): Uint8Array[] {
  if (!/^[0-9a-f]{64}$/i.test(text)) return [];
  return [Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))];
}

function readBase64(text: string): Uint8Array[] {
  try {
    return [Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))];
  } catch {
    return [];
  }
}

/**
 * Returns the key of a secret. The format `whsec_…` contains the key in base64; the other format is the key as text.
 */
function keyOf(secret: string): Uint8Array {
  const prefix = 'whsec_';
  const [decoded] = secret.startsWith(prefix) ? readBase64(secret.slice(prefix.length)) : [];
  const key = decoded ?? new TextEncoder().encode(secret);
  if (key.length === 0) throw new TenantOpsError('The secret of the endpoint is empty');
  return key;
}

async function isAnySigned(
  schemes: readonly Scheme[],
  body: Uint8Array,
  keys: readonly Uint8Array[],
): Promise<boolean> {
  const checks = keys.flatMap((key) =>
    schemes.flatMap(({ signed, signatures }) =>
      signatures.map((signature) => isSigned(join(signed, body), signature, key)),
    ),
  );
  return (await Promise.all(checks)).includes(true);
}

/** Uses `subtle.verify`, which compares signatures in constant time. */
async function isSigned(text: Uint8Array, signature: Uint8Array, key: Uint8Array): Promise<boolean> {
  const { subtle } = await findCrypto();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await subtle.importKey('raw', Uint8Array.from(key), algorithm, false, ['verify']);
  return subtle.verify('HMAC', imported, Uint8Array.from(signature), Uint8Array.from(text));
}

async function sign(text: Uint8Array, key: Uint8Array): Promise<Uint8Array> {
  const { subtle } = await findCrypto();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await subtle.importKey('raw', Uint8Array.from(key), algorithm, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, Uint8Array.from(text)));
}

function join(signed: string, body: Uint8Array): Uint8Array {
  const before = new TextEncoder().encode(signed);
  const joined = new Uint8Array(before.length + body.length);
  joined.set(before);
  joined.set(body, before.length);
  return joined;
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder().decode(body));
    return event;
  } catch {
    throw new WebhookVerificationError('wrong_body', 'The body is no JSON');
  }
}
