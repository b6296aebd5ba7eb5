import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { folderStore } from '../../src/lib/files/folder.ts';
import { s3Store } from '../../src/lib/files/s3.ts';
import type { FileStore } from '../../src/lib/files/store.ts';

export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'files-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function freshFolderStore(): Promise<FileStore> {
  return folderStore(await freshFolder());
}

/**
 * Starts an S3 server that verifies signatures, and returns the URL of a bucket. The server stops with the test file.
 */
export async function startS3(): Promise<string> {
  // The module is imported only here, because its import is slow and every world imports this file.
  const { default: S3rver } = await import('@20minutes/s3rver');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await freshFolder(),
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  after(() => server.close());
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/files`;
}

export async function freshS3Store(): Promise<FileStore> {
  const store = s3Store(`${await startS3()}/under%20here`);
  after(() => store.close());
  return store;
}
