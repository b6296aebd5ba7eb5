import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { openArchivePlace } from '../../../../src/lib/files/archive/openPlace.ts';
import { freshFolder } from '../../../support/fileStores.ts';

const MB = 1024 * 1024;
const WHOLE = '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>';

type Heard = { asked: string; bytes: number; text: string };

/** Starts a bucket that records the requests it receives. */
async function startBucket({ completed = WHOLE } = {}) {
  const heard: Heard[] = [];
  const take = async (request: IncomingMessage) => {
    const body = await buffer(request);
    const { searchParams } = new URL(request.url ?? '', 'http://bucket');
    const asked = `${request.method} ${['uploads', 'partNumber', 'uploadId'].find((name) => searchParams.has(name)) ?? 'list'}`;
    heard.push({ asked, bytes: body.length, text: body.length < 1_000 ? body.toString() : '' });
    if (asked === 'POST uploads') return '<UploadId>one</UploadId>';
    return asked === 'POST uploadId' ? completed : '<ListBucketResult></ListBucketResult>';
  };
  const server = createServer((request, response) => {
    void take(request).then((text) => response.setHeader('ETag', `"${heard.length}"`).end(text));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const place = openArchivePlace(`s3+http://key:secret@127.0.0.1:${port}/backups/daily`);
  after(async () => {
    await place.close();
    server.close();
  });
  const pieces = () => heard.filter(({ asked }) => asked === 'PUT partNumber').map(({ bytes }) => bytes);
  return { place, heard, pieces };
}

test('a bucket receives parts of 32 MB, and the rest at the end', async () => {
  const { place, heard, pieces } = await startBucket();
  const sink = await place.create('one');
  const block = Buffer.alloc(16 * MB);
  await sink.write(block);
  assert.deepEqual(pieces(), []);
  await sink.write(block);
  assert.deepEqual(pieces(), [32 * MB]);
  await sink.write(Buffer.from('rest'));
  await sink.finish();
  assert.deepEqual(pieces(), [32 * MB, 4]);
  const [first, second] = heard.flatMap(({ asked }, at) => (asked === 'PUT partNumber' ? [at + 1] : []));
  assert.equal(
    heard.at(-1)?.text,
    `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"${first}"</ETag></Part>` +
      `<Part><PartNumber>2</PartNumber><ETag>"${second}"</ETag></Part></CompleteMultipartUpload>`,
  );
});

test('an upload that ends with a full part has no empty part after it', async () => {
  const { place, pieces } = await startBucket();
  const sink = await place.create('one');
  await sink.write(Buffer.alloc(32 * MB));
  await sink.finish();
  assert.deepEqual(pieces(), [32 * MB]);
});

test('a failed completion of an upload is detected in the body of a 200 response', async () => {
  const { place } = await startBucket({ completed: '<Error><Code>InternalError</Code></Error>' });
  const sink = await place.create('one');
  await sink.write(Buffer.from('all'));
  await assert.rejects(sink.finish(), /did not complete the upload: .*InternalError/);
});

test('an aborted upload is also aborted in the bucket', async () => {
  const { place, heard } = await startBucket();
  const sink = await place.create('one');
  await sink.write(Buffer.from('some'));
  await sink.abort();
  assert.deepEqual(
    heard.map(({ asked }) => asked),
    ['GET list', 'POST uploads', 'DELETE uploadId'],
  );
});

test('a folder and its files are accessible only to the owner, and a name can be used once', async () => {
  const folder = join(await freshFolder(), 'made', 'here');
  const place = openArchivePlace(folder);
  const sink = await place.create('one');
  await sink.write(Buffer.from('kept'));
  await sink.finish();
  const modes = await Promise.all([folder, join(folder, 'one')].map(async (path) => (await stat(path)).mode));
  assert.deepEqual(
    modes.map((mode) => mode & 0o777),
    [0o700, 0o600],
  );
  assert.equal(await readFile(join(folder, 'one'), 'utf8'), 'kept');
  assert.deepEqual(await place.list(), ['one']);
  await assert.rejects(place.create('one'), /already exists/);
});

test('an error names a folder that is not writable, with the reason', async () => {
  const folder = await freshFolder();
  const name = 'x'.repeat(300);
  await assert.rejects(openArchivePlace(folder).create(name), {
    name: 'StartupFault',
    message: /^The backup cannot be written into .*ENAMETOOLONG/,
  });
});

test('an error names a folder instead of a file, and a missing file', async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, 'one'));
  const read = (name: string) => Array.fromAsync(openArchivePlace(folder).read(name));
  await assert.rejects(read('one'), {
    name: 'StartupFault',
    message: `${join(folder, 'one')} is not a file.`,
  });
  await assert.rejects(read('two'), { name: 'StartupFault', message: /There is no backup/ });
});
