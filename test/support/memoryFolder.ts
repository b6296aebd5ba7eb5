import { accessSync, constants, statfsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireDirectoryLock } from '../../src/lib/sql/embedded/directoryLock.ts';
import { StartupFault } from '../../src/lib/process/startupFault.ts';

/*
 * Test data in memory. Each test file clones a database of several hundred files and drops it. ext4 does not reuse
 * recently freed inodes and reads all of them for each new file, which took a third of the processor time of a run.
 * Files in memory cost a fraction. A machine with little memory uses its disk.
 */
export const SERVER_PREFIX = 'tenant-ops-test-';
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;
/** The required free space: twice the size of all databases of `test:all`. */
const FREE_BYTES = 4 * GIB;
/** The memory that the processes of a run need. */
const AVAILABLE_BYTES = 8 * GIB;
/** The minimum age of a leftover folder. A younger folder may belong to a run that has not locked it yet. */
const STALE_MS = 60_000;

/** Returns the folder for the data of a test server: TMPDIR if set, else memory if there is enough. */
export async function chooseServerFolder(): Promise<string> {
  if (process.env['TMPDIR'] || !hasRoom()) return tmpdir();
  await removeLeftovers(MEMORY);
  return MEMORY;
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= FREE_BYTES && process.availableMemory() >= AVAILABLE_BYTES;
  } catch {
    return false;
  }
}

/** Removes the data of killed runs, which would occupy memory until the machine restarts. */
export async function removeLeftovers(folder: string, now_ms = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(SERVER_PREFIX)) continue;
    const directory = join(folder, name);
    const found = await stat(directory).catch(() => undefined);
    if (found && now_ms - found.mtimeMs > STALE_MS) await removeUnlessHeld(directory);
  }
}

async function removeUnlessHeld(directory: string): Promise<void> {
  try {
    const lock = await acquireDirectoryLock(directory, 'command', 0);
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    await lock.release();
  } catch (error) {
    if (!(error instanceof StartupFault)) throw error;
  }
}
