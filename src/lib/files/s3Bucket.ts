import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { backoffMs } from '../concurrency/backoff.ts';
import { STORE_UNAVAILABLE } from '../sql/retrySafety.ts';
import { s3Url, sha256, s3SignatureHeaders, type S3Account } from './s3Signature.ts';
import type { FileForReading } from './store.ts';

const CONNECTIONS = 16;
const ATTEMPTS = 3;
const RETRY_PAUSE = { first_ms: 200, longest_ms: 400 };
const REASON_LENGTH = 500;
const NOTHING = sha256('');

/**
 * Timeouts of a call to the bucket: for connecting, for silence, and the time after which no further retry starts.
 * Together they limit a call.
 */
type BucketTimeouts = { connect_ms: number; silent_ms: number; retry_timeout_ms: number };

const BACKGROUND_TIMEOUTS: BucketTimeouts = {
  connect_ms: 5_000,
  silent_ms: 20_000,
  retry_timeout_ms: Infinity,
};

/** A bucket, configured by a URL such as `https://key:secret@host/bucket/prefix?region=eu-central-1`. */
export type Bucket = S3Account & {
  origin: string;
  path: string[];
  prefix: string[];
  connections: Connections;
  retry_timeout_ms: number;
};

type Connections = {
  request: (url: URL, asked: RequestOptions) => Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

type RequestOptions = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>;

export type BucketRequest = { bytes: number; sha256: string; body: () => Buffer | Readable };

export function parseBucketUrl(text: string, timeouts = BACKGROUND_TIMEOUTS): Bucket {
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const [bucket = '', ...prefix] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return {
    origin: `${protocol}//${host}`,
    path: [bucket],
    prefix,
    access_key: decodeURIComponent(username),
    secret_key: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    connections: openConnections(timeouts),
    retry_timeout_ms: timeouts.retry_timeout_ms,
  };
}

/** Loads the HTTP client for the first request, because an installation without a bucket never needs it. */
function openConnections(timeouts: BucketTimeouts): Connections {
  let opened: ReturnType<typeof openClient> | undefined;
  return {
    request: async (url, asked) => (await (opened ??= openClient(timeouts))).request(url, asked),
    close: async () => (await opened)?.close(),
  };
}

async function openClient({ connect_ms, silent_ms }: BucketTimeouts): Promise<Connections> {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    connectTimeout: connect_ms,
    headersTimeout: silent_ms,
    bodyTimeout: silent_ms,
  });
  return {
    request: (url, asked) => request(url, { dispatcher, ...asked }),
    close: () => dispatcher.close(),
  };
}

export function objectUrl(
  { origin, path, prefix }: Bucket,
  key: string,
  query?: Record<string, string>,
): URL {
  return s3Url(origin, [...path, ...prefix, ...key.split('/')], query);
}

export async function openObject(bucket: Bucket, key: string): Promise<FileForReading | undefined> {
  const { statusCode, headers, body } = await callBucket(
    bucket,
    { method: 'GET', url: objectUrl(bucket, key) },
    [200, 404],
  );
  if (statusCode === 404) {
    await body.dump();
    return undefined;
  }
  // A consumer that stops early aborts the request, which emits an error on the body.
  body.on('error', () => undefined);
  return { content: body, bytes: Number(headers['content-length']) };
}

export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  await callBucket(bucket, { method: 'DELETE', url: objectUrl(bucket, key) }, [200, 204, 404]).then(
    discardResponseBody,
  );
}

/** Lists one page of the bucket's objects in the order of their names. */
export async function listObjectsPage(bucket: Bucket, query: Record<string, string>) {
  const answer = await callBucket(
    bucket,
    { method: 'GET', url: s3Url(bucket.origin, bucket.path, query) },
    [200],
  );
  const page = await answer.body.text();
  const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    name: xmlElementText(object, 'Key'),
    stored_at: new Date(xmlElementText(object, 'LastModified')),
  }));
  return { objects, is_last: xmlElementText(page, 'IsTruncated') !== 'true' };
}

/** Returns the content of an XML element. Entities are not decoded, because our keys and dates contain none. */
export function xmlElementText(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

type BucketCall = { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; url: URL; sent?: BucketRequest };

/**
 * Calls the bucket and retries transient errors. Repeating a request is harmless: a repeated start of a multipart upload
 * leaves an empty upload behind, every other request has the same effect as one.
 */
export async function callBucket(
  bucket: Bucket,
  asked: BucketCall,
  wanted: readonly number[],
): Promise<Dispatcher.ResponseData> {
  const started_ms = performance.now();
  for (let attempt = 1; ; attempt++) {
    const isLast = () => attempt === ATTEMPTS || performance.now() - started_ms > bucket.retry_timeout_ms;
    const answer = await callOnce(bucket, asked).catch((error: unknown) => {
      if (isLast()) throw error;
      return undefined;
    });
    if (answer && wanted.includes(answer.statusCode)) return answer;
    if (answer && (answer.statusCode < 500 || isLast())) throw await bucketError(asked.method, answer);
    if (answer) await discardResponseBody(answer);
    await sleep(backoffMs(attempt, RETRY_PAUSE));
  }
}

function callOnce(bucket: Bucket, { method, url, sent }: BucketCall) {
  const payload_sha256 = sent?.sha256 ?? NOTHING;
  const headers = s3SignatureHeaders({ method, url, payload_sha256 }, bucket, new Date());
  const { request } = bucket.connections;
  if (!sent) return request(url, { method, headers });
  const length = { 'Content-Length': String(sent.bytes) };
  return request(url, { method, headers: { ...headers, ...length }, body: sent.body() });
}

async function bucketError(method: string, { statusCode, body }: Dispatcher.ResponseData): Promise<Error> {
  const reason = (await body.text()).slice(0, REASON_LENGTH);
  const error = new Error(`the file store answered ${statusCode} to ${method}: ${reason}`);
  const is_unavailable = statusCode >= 500 || statusCode === 429;
  return is_unavailable ? Object.assign(error, { code: STORE_UNAVAILABLE }) : error;
}

export async function discardResponseBody({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump();
}
