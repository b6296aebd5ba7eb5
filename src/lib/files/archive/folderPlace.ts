import { createReadStream } from 'node:fs';
import { access, link, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../sql/sql.ts';
import { StartupFault } from '../../process/startupFault.ts';
import { ArchiveFault } from './fault.ts';
import { archiveReasons } from './reasons.ts';
import { archiveExistsFault, type ArchivePlace, type Sink } from './place.ts';

export function folderPlace(folder: string): ArchivePlace {
  return {
    create: (name) => createFile(folder, name).catch((error: unknown) => cannotWrite(folder, error)),
    read: (name) => readFileOf(join(folder, name)),
    list: () => readdir(folder).catch((error: unknown) => ifGone(error, [])),
    remove: (name) => unlink(join(folder, name)).catch((error: unknown) => ifGone(error, undefined)),
    close: () => Promise.resolve(),
  };
}

async function createFile(folder: string, name: string): Promise<Sink> {
  const path = join(folder, name);
  const draft = join(folder, `.${name}.${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await assertFree(path);
  const file = await open(draft, 'w', 0o600);
  const removeDraft = async () => {
    await file.close();
    await unlink(draft);
  };
  return {
    async write(block) {
      await file.writeFile(block).catch((error: unknown) => cannotWrite(folder, error));
    },
    async finish() {
      await file.sync().catch((error: unknown) => cannotWrite(folder, error));
      await link(draft, path).catch((error: unknown) => {
        throw errorCode(error) === 'EEXIST' ? archiveExistsFault(path) : error;
      });
      await removeDraft();
      await using directory = await open(folder, 'r');
      await directory.sync();
    },
    abort: removeDraft,
  };
}

function cannotWrite(folder: string, error: unknown): never {
  if (error instanceof StartupFault || errorCode(error) === undefined) throw error;
  const problem = error instanceof Error ? error.message : String(error);
  throw new ArchiveFault(archiveReasons.archive_not_written({ folder, problem }));
}

async function assertFree(path: string): Promise<void> {
  const is_there = await access(path).then(
    () => true,
    () => false,
  );
  if (is_there) throw archiveExistsFault(path);
}

async function* readFileOf(path: string): AsyncGenerator<Buffer> {
  try {
    // The file is read twice, which is impossible with a pipe.
    if (!(await stat(path)).isFile()) throw new StartupFault(`${path} is not a file.`);
    for await (const block of createReadStream(path, { highWaterMark: 1024 * 1024 })) yield block as Buffer;
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new StartupFault(`There is no backup ${path}.`) : error;
  }
}

function ifGone<T>(error: unknown, otherwise: T): T {
  if (errorCode(error) === 'ENOENT') return otherwise;
  throw error;
}
