import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { STORE_UNAVAILABLE } from '../sql/retrySafety.ts';
import { s3Url, sha256, s3SignatureHeaders, type S3Account } from './s3Signature.ts';
import type { OpenFile } from './store.ts';

const CONNECTIONS = 16;
const ATTEMPTS = 3;
const PAUSE_MS = 200;
const REASON_LENGTH = 500;
const NOTHING = sha256('');

/**
 * How long a server may take: to accept a connection, to be silent, and to fail before its last retry starts. Together
 * they bound a call.
 */
type Patience = { connect_ms: number; silent_ms: number; retry_timeout_ms: number };

/** For work in the background. */
const PATIENCE: Patience = { connect_ms: 5_000, silent_ms: 20_000, retry_timeout_ms: Infinity };

/** A bucket as the settings name it: `https://key:secret@host/bucket/prefix?region=eu-central-1`. */
export type Bucket = S3Account & {
  origin: string;
  path: string[];
  prefix: string[];
  connections: Connections;
  retry_timeout_ms: number;
};

type Connections = {
  request: (url: URL, asked: Asked) => Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

type Asked = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>;

export type BucketRequest = { bytes: number; sha256: string; body: () => Buffer | Readable };

export function parseBucketUrl(text: string, patience = PATIENCE): Bucket {
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const [bucket = '', ...prefix] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return {
    origin: `${protocol}//${host}`,
    path: [bucket],
    prefix,
    access_key: decodeURIComponent(username),
    secret_key: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    connections: openConnections(patience),
    retry_timeout_ms: patience.retry_timeout_ms,
  };
}

/** The client is loaded for the first request, since an installation without a bucket never makes one. */
function openConnections(patience: Patience): Connections {
  let opened: ReturnType<typeof openClient> | undefined;
  return {
    request: async (url, asked) => (await (opened ??= openClient(patience))).request(url, asked),
    close: async () => (await opened)?.close(),
  };
}

async function openClient({ connect_ms, silent_ms }: Patience): Promise<Connections> {
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

export async function openObject(bucket: Bucket, key: string): Promise<OpenFile | undefined> {
  const { statusCode, headers, body } = await callBucket(
    bucket,
    { method: 'GET', url: objectUrl(bucket, key) },
    [200, 404],
  );
  if (statusCode === 404) {
    await body.dump();
    return undefined;
  }
  // A reader that stops early aborts the request; the error is ignored.
  body.on('error', () => undefined);
  return { content: body, bytes: Number(headers['content-length']) };
}

export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  await callBucket(bucket, { method: 'DELETE', url: objectUrl(bucket, key) }, [200, 204, 404]).then(drain);
}

/** One page of what is in the bucket, in the order of names. */
export async function readPage(bucket: Bucket, query: Record<string, string>) {
  const answer = await callBucket(
    bucket,
    { method: 'GET', url: s3Url(bucket.origin, bucket.path, query) },
    [200],
  );
  const page = await answer.body.text();
  const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    name: memberOf(object, 'Key'),
    stored_at: new Date(memberOf(object, 'LastModified')),
  }));
  return { objects, is_last: memberOf(page, 'IsTruncated') !== 'true' };
}

/** Enough for our own keys and dates, which are never escaped. */
export function memberOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

type Call = { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; url: URL; sent?: BucketRequest };

/** Retries failures that may pass; every request here is idempotent. */
export async function callBucket(
  bucket: Bucket,
  asked: Call,
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
    if (answer) await drain(answer);
    await sleep(PAUSE_MS * attempt);
  }
}

function callOnce(bucket: Bucket, { method, url, sent }: Call) {
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

export async function drain({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump();
}
