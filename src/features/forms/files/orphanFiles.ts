import type { PlatformContext } from '../../../access/platform.ts';
import type { FileStore } from '../../../lib/files/store.ts';
import { failFast } from '../../../lib/concurrency/backoffRunner.ts';
import { FORM_FILE_AREA } from '../template.ts';
import * as queries from '../sql/files.ts';
import { HOUR_MS } from '../../../lib/time/clock.ts';

/** Files younger than this are not deleted, because a file is stored before the row of its form. */
const YOUNG_MS = HOUR_MS;
const AT_ONCE = 500;

/** Deletes files that no form references. Such files remain after crashes and failed requests. */
export async function deleteOrphanFiles(
  { db, now, tools: { files } }: PlatformContext,
  backoff = failFast,
): Promise<number> {
  const before = new Date(now.getTime() - YOUNG_MS);
  let collected = 0;
  await backoff.run('unfinished files', async () => {
    collected = await files.forgetUnfinished(before);
  });
  for await (const keys of batchesOf(oldKeys(files, before), AT_ONCE)) {
    const known = await queries.listReferencedFileKeys(db, keys);
    const orphans = keys.filter((key) => !known.has(key));
    for (const key of orphans) if (await backoff.run(`file ${key}`, () => files.remove(key))) collected++;
  }
  return collected;
}

async function* oldKeys(files: FileStore, before: Date): AsyncGenerator<string> {
  for await (const { key, stored_at } of files.list(FORM_FILE_AREA)) if (stored_at < before) yield key;
}

async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
