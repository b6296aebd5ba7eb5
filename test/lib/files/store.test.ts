/* Tests every implementation of the file store against the same contract. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { folderStore } from '../../../src/lib/files/folder.ts';
import { s3Store } from '../../../src/lib/files/s3.ts';
import { FileTooLarge, type FileStore } from '../../../src/lib/files/store.ts';
import { isFileStoreFailure, isRetrySafe } from '../../../src/lib/sql/retrySafety.ts';
import { findFreePort } from '../../../support/freePort.ts';
import { holdMonotonicClock } from '../../support/clock.ts';
import { freshFolder, freshFolderStore, freshS3Store, startS3 } from '../../support/fileStores.ts';

const LIMITS = { max_bytes: 8 * 1024 * 1024 };
const stores: Record<string, FileStore> = {
  'the folder': await freshFolderStore(),
  S3: await freshS3Store(),
};
const folder = await freshFolder();
const bucket = new URL(await startS3());

async function* inPieces(content: Buffer, piece_bytes = 65_536) {
  for (let at = 0; at < content.length; at += piece_bytes) yield content.subarray(at, at + piece_bytes);
}

async function read(store: FileStore, key: string): Promise<Buffer | undefined> {
  const file = await store.open(key);
  return file && buffer(file.content);
}

async function listKeys(store: FileStore, area: string): Promise<string[]> {
  const files = await Array.fromAsync(store.list(area));
  return files.map(({ key }) => key).toSorted();
}

for (const [name, store] of Object.entries(stores)) {
  test(`${name} returns stored files, whole or in parts`, async () => {
    const content = randomBytes(3_000_000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    for (const given of [content, inPieces(content), inPieces(content, 1_000_003)]) {
      const { key, ...measured } = await store.put('pictures', given, LIMITS);
      assert.deepEqual(measured, { bytes: content.length, sha256 });
      const file = await store.open(key);
      assert.equal(file?.bytes, content.length);
      assert.ok(content.equals(await buffer(file.content)));
    }
  });

  test(`${name} keeps an empty file`, async () => {
    const { key, bytes } = await store.put('empty', inPieces(Buffer.of()), LIMITS);
    assert.equal(bytes, 0);
    assert.deepEqual(await read(store, key), Buffer.of());
  });

  test(`${name} gives every file a unique key that cannot be guessed`, async () => {
    const content = Buffer.from('the same');
    const keys = await Promise.all(
      Array.from({ length: 20 }, async () => (await store.put('twins', content, LIMITS)).key),
    );
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) assert.match(key, /^twins\/[0-9a-f]{48}$/);
  });

  test(`${name} lists only files of an area`, async () => {
    const before = new Date(Date.now() - 5_000);
    const keys = [];
    for (let count = 0; count < 5; count++)
      keys.push((await store.put('listed', Buffer.from(`${count}`), LIMITS)).key);
    await store.put('listedtoo', Buffer.from('other'), LIMITS);
    assert.deepEqual(await listKeys(store, 'listed'), keys.toSorted());
    for await (const { stored_at } of store.list('listed')) assert.ok(stored_at > before);
    assert.deepEqual(await listKeys(store, 'nothing'), []);
  });

  test(`${name} deletes a file permanently, also repeatedly`, async () => {
    const { key } = await store.put('removed', Buffer.from('x'), LIMITS);
    await store.remove(key);
    await store.remove(key);
    assert.equal(await store.open(key), undefined);
    assert.deepEqual(await listKeys(store, 'removed'), []);
  });

  test(`${name} stores nothing of a file that is too long`, async () => {
    const content = randomBytes(100_001);
    for (const given of [content, inPieces(content)])
      await assert.rejects(store.put('long', given, { max_bytes: 100_000 }), FileTooLarge);
    assert.deepEqual(await listKeys(store, 'long'), []);
    const { bytes } = await store.put('long', content.subarray(1), { max_bytes: 100_000 });
    assert.equal(bytes, 100_000);
  });

  test(`${name} stores nothing of an interrupted stream`, async () => {
    async function* breaking() {
      yield randomBytes(50_000);
      throw new Error('gone');
    }
    await assert.rejects(store.put('broken', breaking(), LIMITS), /gone/);
    assert.deepEqual(await listKeys(store, 'broken'), []);
    assert.equal(await store.forgetUnfinished(new Date(Date.now() + 60_000)), 0);
  });

  test(`${name} finds no file under an unknown key`, async () => {
    for (const key of ['', 'pictures', '../secret', `pictures/../${'a'.repeat(48)}`, `p/${'a'.repeat(48)}`]) {
      assert.equal(await store.open(key), undefined);
      await store.remove(key);
    }
    await assert.rejects(store.put('../up', Buffer.from('x'), LIMITS), /area/);
  });

  test(`${name} supports readers that stop early`, async () => {
    const { key } = await store.put('left', randomBytes(2_000_000), LIMITS);
    for (let count = 0; count < 40; count++) {
      const file = await store.open(key);
      if (count % 2 === 0) await new Promise(setImmediate);
      file?.content.destroy();
    }
    assert.equal((await read(store, key))?.length, 2_000_000);
  });
}

test('the folder deletes incomplete files after a crash', async () => {
  const store = folderStore(folder);
  const stuck = Promise.withResolvers<void>();
  async function* never() {
    yield Buffer.from('half');
    await stuck.promise;
    throw new Error('crashed');
  }
  const put = store.put('half', never(), LIMITS);
  while ((await readdir(folder).catch(() => [])).length === 0) await new Promise(setImmediate);
  while ((await readdir(`${folder}/.drafts`)).length === 0) await new Promise(setImmediate);
  assert.equal(await store.forgetUnfinished(new Date(Date.now() - 60_000)), 0);
  assert.equal(await store.forgetUnfinished(new Date(Date.now() + 60_000)), 1);
  stuck.resolve();
  await assert.rejects(put, /crashed/);
  assert.deepEqual(await readdir(`${folder}/.drafts`), []);
});

test('S3 lists all pages', async () => {
  const store = s3Store(bucket.href, { list_at_once: 3 });
  const keys = [];
  for (let count = 0; count < 10; count++) keys.push((await store.put('many', Buffer.from('x'), LIMITS)).key);
  assert.deepEqual(await listKeys(store, 'many'), keys.toSorted());
  await store.close();
});

test('S3 errors contain the message of the server', async () => {
  const wrong = new URL(bucket);
  wrong.password = 'wrong';
  const store = s3Store(wrong.href);
  await assert.rejects(
    store.put('a', Buffer.from('x'), LIMITS),
    /answered 403 to PUT: .*SignatureDoesNotMatch/s,
  );
  await store.close();
});

/** The server's answers in order: a status, or a closed connection. The last one is repeated. */
type Answer = number | 'ends';

async function startFailing(answers: readonly Answer[], body = 'busy') {
  const [heard, paths, sockets] = [new Array<string>(), new Array<string>(), new Set<unknown>()];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const status = answers[Math.min(heard.length, answers.length - 1)];
    heard.push(`${request.method} ${await text(request)}`);
    paths.push(request.url ?? '');
    if (status === 'ends') request.socket.destroy();
    else response.writeHead(status ?? 200, { 'Content-Length': body.length }).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.on('connection', (socket) => sockets.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const store = s3Store(`http://key:secret@127.0.0.1:${port}/files/below%20it`);
  after(() => store.close().finally(() => server.close()));
  return { store, heard, paths, sockets };
}

const AREA = 'tried';
const KEY = `${AREA}/${'a'.repeat(48)}`;
const CALLS: Record<string, [(store: FileStore) => Promise<unknown>, string]> = {
  'a file': [(store) => store.put(AREA, Buffer.from('held'), LIMITS), 'PUT held'],
  'a stream': [(store) => store.put(AREA, inPieces(Buffer.from('spooled')), LIMITS), 'PUT spooled'],
  reading: [async (store) => (await store.open(KEY))?.content.destroy(), 'GET '],
  removing: [(store) => store.remove(KEY), 'DELETE '],
  listing: [(store) => Array.fromAsync(store.list(AREA)), 'GET '],
};
const PASSING: Record<string, Answer[]> = {
  'a broken connection': ['ends', 200],
  'two broken connections': ['ends', 'ends', 200],
  '500 and 503': [500, 503, 200],
  '599 and a broken connection': [599, 'ends', 200],
};

for (const [what, answers] of Object.entries(PASSING)) {
  test(`S3 retries after ${what}, with the whole body`, async (t) => {
    holdMonotonicClock(t);
    await Promise.all(
      Object.values(CALLS).map(async ([act, sent]) => {
        const { store, heard } = await startFailing(answers);
        await act(store);
        assert.deepEqual(heard, Array(answers.length).fill(sent));
      }),
    );
  });
}

test('S3 reads a failed response to its end, so that the retry uses the same connection', async (t) => {
  holdMonotonicClock(t);
  const { store, sockets } = await startFailing([500, 503, 200], 'x'.repeat(100_000));
  await store.remove(KEY);
  assert.equal(sockets.size, 1);
});

test('S3 fails after three attempts, with the reason', async (t) => {
  holdMonotonicClock(t);
  await Promise.all(
    Object.values(CALLS).map(async ([act, sent]) => {
      const failing = await startFailing([503]);
      await assert.rejects(act(failing.store), /answered 503 to (PUT|GET|DELETE): busy/);
      assert.deepEqual(failing.heard, Array(3).fill(sent));
      const breaking = await startFailing(['ends']);
      await assert.rejects(act(breaking.store), /other side closed|ECONNRESET/);
      assert.deepEqual(breaking.heard, Array(3).fill(sent));
    }),
  );
});

test('a transient failure of S3 is retry-safe, a permanent one is not', async () => {
  const failureOf = (store: FileStore) => store.put(AREA, Buffer.from('x'), LIMITS).catch((error) => error);
  const readingOf = (store: FileStore) => store.open(KEY).catch((error) => error);
  const refusing = s3Store(`http://key:secret@127.0.0.1:${await findFreePort()}/files`);
  after(() => refusing.close());
  const removingOf = (store: FileStore) => store.remove(KEY).catch((error) => error);
  const listingOf = (store: FileStore) => Array.fromAsync(store.list(AREA)).catch((error) => error);
  const acts = [failureOf, readingOf, removingOf, listingOf];
  // Failed operations are retried with a delay, so all run in parallel.
  await Promise.all(
    acts.map(async (act) => {
      assert.equal(isFileStoreFailure(await act(refusing)), true);
      assert.equal(isRetrySafe(await act(refusing)), true);
      const answers = [500, 503, 429, 'ends', 400, 403] as const;
      await Promise.all(
        answers.map(async (answer) => {
          const is_safe = isRetrySafe(await act((await startFailing([answer])).store));
          assert.equal(is_safe, answer !== 400 && answer !== 403, `${answer}`);
        }),
      );
    }),
  );
});

test('S3 finds a file where earlier versions stored it: below the bucket and the prefix, under its key', async () => {
  const { store, paths } = await startFailing([200]);
  const { key } = await store.put(AREA, Buffer.from('x'), LIMITS);
  (await store.open(KEY))?.content.destroy();
  await store.remove(KEY);
  assert.deepEqual(
    paths,
    [key, KEY, KEY].map((one) => `/files/below%20it/${one}`),
  );
});

test('the folder finds a file where earlier versions stored it: below its first two characters', async () => {
  const inside = await freshFolder();
  const store = folderStore(inside);
  const name = `5e${'f0'.repeat(23)}`;
  await mkdir(`${inside}/${AREA}/5e`, { recursive: true });
  await writeFile(`${inside}/${AREA}/5e/${name}`, 'earlier');
  assert.deepEqual(await listKeys(store, AREA), [`${AREA}/${name}`]);
  assert.equal(String(await read(store, `${AREA}/${name}`)), 'earlier');
  await store.remove(`${AREA}/${name}`);
  assert.deepEqual(await readdir(`${inside}/${AREA}/5e`), []);
  const { key } = await store.put(AREA, Buffer.from('new'), LIMITS);
  const [, made = ''] = key.split('/');
  assert.deepEqual(await readdir(`${inside}/${AREA}/${made.slice(0, 2)}`), [made]);
});

test('S3 does not retry a rejected request', async () => {
  for (const status of [400, 403, 429, 499]) {
    const { store, heard } = await startFailing([status]);
    await assert.rejects(store.put(AREA, Buffer.from('x'), LIMITS), new RegExp(`answered ${status} to PUT`));
    assert.equal(heard.length, 1);
  }
});

test('the folder and its files are accessible only to their owner', async () => {
  const inside = `${await freshFolder()}/files`;
  await folderStore(inside).put('private', Buffer.from('x'), LIMITS);
  const names = ['.', ...(await readdir(inside, { recursive: true }))];
  assert.equal(names.length, 5);
  for (const name of names) {
    const found = await stat(`${inside}/${name}`);
    assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, name);
  }
});
