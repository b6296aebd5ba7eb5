import { mkdir, open, opendir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../sql/sql.ts';
import { runInFileStore, readFileStoreRows } from '../sql/retrySafety.ts';
import {
  assertFileKey,
  isFileKey,
  createContentMeter,
  newFileKey,
  type FileContent,
  type FileStore,
  type FileWriteLimits,
  type FileForReading,
  type StoredFile,
} from './store.ts';

const DRAFTS = '.drafts';
const READ_AT_ONCE_BYTES = 256 * 1024;

/**
 * Stores files in a local folder. Each file is written as a draft, synced and renamed, so that no file is ever partial.
 */
export function folderStore(folder: string): FileStore {
  return {
    put: (area, content, limits) => runInFileStore(() => putFile(folder, newFileKey(area), content, limits)),
    putBack: (key, content, limits) =>
      runInFileStore(() => putFile(folder, assertFileKey(key), content, limits)),
    open: (key) => runInFileStore(() => openFile(folder, key)),
    remove: async (key) =>
      isFileKey(key) ? runInFileStore(() => removeQuietly(pathOf(folder, key))) : undefined,
    list: (area) => readFileStoreRows(listArea(folder, area)),
    forgetUnfinished: (before) => forgetDrafts(join(folder, DRAFTS), before),
    close: () => Promise.resolve(),
  };
}

/**
 * Returns the path of a file. Files are distributed over subfolders by the first characters of their random name, so
 * that no folder grows large.
 */
function pathOf(folder: string, key: string): string {
  const name = basename(key);
  return join(folder, dirname(key), name.slice(0, 2), name);
}

async function putFile(
  folder: string,
  key: string,
  content: FileContent,
  { max_bytes }: FileWriteLimits,
): Promise<StoredFile> {
  const draft = join(folder, DRAFTS, basename(key));
  const path = pathOf(folder, key);
  await makeFolder(dirname(draft));
  try {
    const measured = await writeDraft(draft, content, max_bytes);
    await makeFolder(dirname(path));
    await rename(draft, path);
    await sync(dirname(path));
    return { key, ...measured };
  } catch (error) {
    await removeQuietly(draft);
    throw error;
  }
}

async function writeDraft(draft: string, content: FileContent, max_bytes: number) {
  const measured = createContentMeter(content, max_bytes);
  await using handle = await open(draft, 'wx', 0o600);
  for await (const piece of measured.pieces()) await writeAll(handle, piece);
  await handle.sync();
  return measured.result();
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.length > 0;) {
    const { bytesWritten } = await handle.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

/** Creates a folder and syncs its parents, because otherwise a power failure can lose the folder. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function openFile(folder: string, key: string): Promise<FileForReading | undefined> {
  if (!isFileKey(key)) return undefined;
  try {
    const handle = await open(pathOf(folder, key), 'r');
    const { size } = await handle.stat();
    return { content: handle.createReadStream({ highWaterMark: READ_AT_ONCE_BYTES }), bytes: size };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function* listArea(folder: string, area: string) {
  for await (const { path, name } of walk(join(folder, area))) {
    const key = `${area}/${name}`;
    const found = isFileKey(key) ? await findStat(path) : undefined;
    if (found) yield { key, stored_at: found.mtime };
  }
}

async function forgetDrafts(drafts: string, before: Date): Promise<number> {
  let forgotten = 0;
  for await (const { path } of walk(drafts)) {
    const found = await findStat(path);
    if (!found || found.mtime >= before) continue;
    await removeQuietly(path);
    forgotten++;
  }
  return forgotten;
}

async function* walk(folder: string): AsyncGenerator<{ path: string; name: string }> {
  const entries = await opendir(folder).catch(orGone);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield { path, name: entry.name };
  }
}

function findStat(path: string) {
  return stat(path).catch(orGone);
}

async function removeQuietly(path: string): Promise<void> {
  await unlink(path).catch(orGone);
}

function orGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
