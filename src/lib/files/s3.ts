import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { s3Url, sha256, signatureHeaders, type S3Account } from './s3Signature.ts';
import {
  isKey,
  measure,
  measureWhole,
  newKey,
  type FileContent,
  type FileStore,
  type OpenFile,
} from './store.ts';

const CONNECTIONS = 16;
const TIMEOUTS = { connectTimeout: 5_000, headersTimeout: 20_000, bodyTimeout: 20_000 };
const ATTEMPTS = 3;
const PAUSE_MS = 200;
const REASON_LENGTH = 500;
const READ_AT_ONCE_BYTES = 64 * 1024;
const LIST_AT_ONCE = 1_000;
const NOTHING = sha256('');

/** A bucket as the settings name it: `https://key:secret@host/bucket/prefix?region=eu-central-1`. */
type Bucket = S3Account & {
  origin: string;
  path: string[];
  prefix: string[];
  agent: Agent;
  at_once: number;
};

type Sent = { bytes: number; sha256: string; body: () => Buffer | Readable };

/** Files in a bucket of any server that speaks S3, addressed by path. */
export function s3Store(url: string, { list_at_once = LIST_AT_ONCE } = {}): FileStore {
  const bucket = { ...readBucket(url), at_once: list_at_once };
  return {
    put: async (area, content, { max_bytes }) => {
      const key = newKey(area);
      const sent = await sendContent(bucket, key, content, max_bytes);
      return { key, ...sent };
    },
    open: (key) => (isKey(key) ? openObject(bucket, key) : Promise.resolve(undefined)),
    remove: async (key) => {
      if (isKey(key))
        await call(bucket, { method: 'DELETE', url: objectUrl(bucket, key) }, [200, 204, 404]).then(drain);
    },
    list: (area) => listObjects(bucket, area),
    // The temporary file is unlinked at once, so nothing stays of it.
    forgetUnfinished: () => Promise.resolve(0),
    close: () => bucket.agent.close(),
  };
}

function readBucket(text: string): Omit<Bucket, 'at_once'> {
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const [bucket = '', ...prefix] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return {
    origin: `${protocol}//${host}`,
    path: [bucket],
    prefix,
    access_key: decodeURIComponent(username),
    secret_key: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    agent: new Agent({ connections: CONNECTIONS, ...TIMEOUTS }),
  };
}

function objectUrl({ origin, path, prefix }: Bucket, key: string): URL {
  return s3Url(origin, [...path, ...prefix, ...key.split('/')]);
}

/** A stream goes through a file without a name: S3 wants to know the length and the sum beforehand. */
async function sendContent(bucket: Bucket, key: string, content: FileContent, max_bytes: number) {
  if (Buffer.isBuffer(content)) {
    const body = () => content;
    return send(bucket, key, { ...measureWhole(content, max_bytes), body });
  }
  const path = join(tmpdir(), `tenant-ops-${key.replace('/', '-')}`);
  await using spool = await open(path, 'wx+', 0o600);
  await unlink(path);
  const measured = measure(content, max_bytes);
  for await (const piece of measured.pieces()) await spool.writeFile(piece);
  const body = () => Readable.from(readAll(spool), { objectMode: false });
  return await send(bucket, key, { ...measured.result(), body });
}

/** A stream of the file itself would close it when it ends, and another attempt reads it again. */
async function* readAll(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const piece = Buffer.allocUnsafe(READ_AT_ONCE_BYTES);
    const { bytesRead } = await file.read({ buffer: piece, position });
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function send(bucket: Bucket, key: string, { body, ...measured }: Sent) {
  const url = objectUrl(bucket, key);
  await drain(await call(bucket, { method: 'PUT', url, sent: { ...measured, body } }, [200, 201]));
  return measured;
}

async function openObject(bucket: Bucket, key: string): Promise<OpenFile | undefined> {
  const { statusCode, headers, body } = await call(
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

async function* listObjects(bucket: Bucket, area: string) {
  const prefix = [...bucket.prefix, area, ''].join('/');
  for (let last: string | undefined = ''; last !== undefined;) {
    const page = await readPage(bucket, { prefix, ...(last && { marker: last }) });
    for (const { name, stored_at } of page.objects) {
      const key = `${area}/${name.slice(prefix.length)}`;
      if (isKey(key)) yield { key, stored_at };
    }
    last = page.is_last ? undefined : page.objects.at(-1)?.name;
  }
}

async function readPage(bucket: Bucket, filter: Record<string, string>) {
  const query = { ...filter, 'max-keys': String(bucket.at_once) };
  const answer = await call(bucket, { method: 'GET', url: s3Url(bucket.origin, bucket.path, query) }, [200]);
  const page = await answer.body.text();
  const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    name: memberOf(object, 'Key'),
    stored_at: new Date(memberOf(object, 'LastModified')),
  }));
  return { objects, is_last: memberOf(page, 'IsTruncated') !== 'true' };
}

/** Enough for our own keys and dates, which are never escaped. */
function memberOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

type Call = { method: 'GET' | 'PUT' | 'DELETE'; url: URL; sent?: Sent };

/** Retries failures that may pass; every request here is idempotent. */
async function call(
  bucket: Bucket,
  asked: Call,
  wanted: readonly number[],
): Promise<Dispatcher.ResponseData> {
  for (let attempt = 1; ; attempt++) {
    const answer = await callOnce(bucket, asked).catch((error: unknown) => {
      if (attempt === ATTEMPTS) throw error;
      return undefined;
    });
    if (answer && wanted.includes(answer.statusCode)) return answer;
    if (answer && (answer.statusCode < 500 || attempt === ATTEMPTS))
      throw await refusalOf(asked.method, answer);
    if (answer) await drain(answer);
    await sleep(PAUSE_MS * attempt);
  }
}

function callOnce(bucket: Bucket, { method, url, sent }: Call) {
  const payload_sha256 = sent?.sha256 ?? NOTHING;
  const headers = signatureHeaders({ method, url, payload_sha256 }, bucket, new Date());
  const { agent: dispatcher } = bucket;
  if (!sent) return request(url, { dispatcher, method, headers });
  const length = { 'Content-Length': String(sent.bytes) };
  return request(url, { dispatcher, method, headers: { ...headers, ...length }, body: sent.body() });
}

async function refusalOf(method: string, { statusCode, body }: Dispatcher.ResponseData): Promise<Error> {
  const reason = (await body.text()).slice(0, REASON_LENGTH);
  return new Error(`the file store answered ${statusCode} to ${method}: ${reason}`);
}

async function drain({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump();
}
