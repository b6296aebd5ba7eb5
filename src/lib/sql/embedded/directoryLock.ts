import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupFault } from '../../process/startupFault.ts';
import { prepareDataDirectory, readErrorCode } from './dataDirectory.ts';

export type DirectoryLockHolder = 'server' | 'command';
export type DirectoryLock = { release: () => Promise<void> };
/** Thrown if another process still holds the lock of the data directory after the timeout. */
export class DirectoryInUse extends StartupFault {}
type HolderProcess = { kind: DirectoryLockHolder; pid: number };

const LOCK_TIMEOUT_MS = { server: 3_000, command: 30_000 };
const RETRY_MS = 50;
const ANSWER_MS = 2_000;

/**
 * Locks the data directory for one process. If another process holds the lock, waits for a limited time, then throws
 * with the name of the holder. Without `wait_ms` the time restarts when the holder changes, because several short
 * commands may hold the lock one after another.
 */
export async function acquireDirectoryLock(
  data_dir: string,
  as: DirectoryLockHolder,
  wait_ms?: number,
): Promise<DirectoryLock> {
  const address = addressOf(await prepareDataDirectory(data_dir));
  const began_ms = performance.now();
  let waiting: { name: string; since_ms: number } | undefined;
  for (;;) {
    const asked_ms = performance.now();
    const server = await tryListen(address, as);
    if (server) return { release: () => close(server) };

    const holder = await askHolder(address);
    const name = nameOf(holder);
    if (waiting?.name !== name) waiting = { name, since_ms: asked_ms };
    const waited_ms = performance.now() - (wait_ms === undefined ? waiting.since_ms : began_ms);
    if (waited_ms > (wait_ms ?? LOCK_TIMEOUT_MS[holder?.kind ?? 'server'])) throw inUse(data_dir, holder);
    if (!holder) await removeStale(address);
    await sleep(RETRY_MS);
  }
}

export async function findDirectoryLockHolder(data_dir: string): Promise<DirectoryLockHolder | undefined> {
  return (await findHolderProcess(data_dir))?.kind;
}

/**
 * Throws if this process does not hold the lock. Two servers on one data directory would destroy the data, so a missing
 * lock is a programming error.
 */
export async function assertDirectoryLockHeld(data_dir: string): Promise<void> {
  const holder = await findHolderProcess(data_dir);
  if (holder?.pid !== process.pid)
    throw new Error(`the lock of ${data_dir} is not held: call acquireDirectoryLock first`);
}

async function findHolderProcess(data_dir: string): Promise<HolderProcess | undefined> {
  try {
    return await askHolder(addressOf(await realpath(data_dir)));
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** On Linux the lock is an abstract Unix socket, which the kernel releases when the process ends for any reason. */
function addressOf(directory: string): string {
  const name = `tenant-ops:${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), name.replace(':', '-'));
}

async function tryListen(address: string, as: DirectoryLockHolder): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${as} ${process.pid}\n`);
  });
  try {
    server.listen(address);
    await once(server, 'listening');
    return server.unref();
  } catch (error) {
    if (readErrorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function askHolder(address: string): Promise<HolderProcess | undefined> {
  const socket = connect(address);
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    const [kind, pid] = (await text(socket)).trim().split(' ');
    return kind === 'server' || kind === 'command' ? { kind, pid: Number(pid) } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the socket file of a dead process. A refused connection proves that no process listens on the file. */
async function removeStale(address: string): Promise<void> {
  if (address.startsWith('\0')) return;
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (readErrorCode(error) === 'ECONNREFUSED') await rm(address, { force: true });
  } finally {
    socket.destroy();
  }
}

function inUse(data_dir: string, holder: HolderProcess | undefined): DirectoryInUse {
  return new DirectoryInUse(`DATA_DIR ${data_dir} is in use by ${nameOf(holder)}.`);
}

function nameOf(holder: HolderProcess | undefined): string {
  if (!holder) return 'another Tenant Ops server';
  return `${holder.kind === 'command' ? 'a Tenant Ops command' : 'another Tenant Ops server'} (process ${holder.pid})`;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, 'close');
}
