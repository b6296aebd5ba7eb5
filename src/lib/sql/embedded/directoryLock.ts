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

export type Holder = 'server' | 'command';
export type DirectoryLock = { release: () => Promise<void> };
/** Resolves when the holder ends. */
export class DirectoryInUse extends StartupFault {}
type HolderProcess = { kind: Holder; pid: number };

const PATIENCE_MS = { server: 3_000, command: 30_000 };
const RETRY_MS = 50;
const ANSWER_MS = 2_000;

/**
 * One process at a time: waits for a holder that is just leaving, then says who it is. Each holder is waited for
 * anew, so that one that leaves before it answers, after others, is not taken for a server that stays.
 */
export async function holdDirectory(data_dir: string, as: Holder, wait_ms?: number): Promise<DirectoryLock> {
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
    if (waited_ms > (wait_ms ?? PATIENCE_MS[holder?.kind ?? 'server'])) throw inUse(data_dir, holder);
    if (!holder) await removeStale(address);
    await sleep(RETRY_MS);
  }
}

export async function findHolder(data_dir: string): Promise<Holder | undefined> {
  return (await findHolderProcess(data_dir))?.kind;
}

/** Two servers on one directory destroy it, so starting one without the lock is a mistake in the program. */
export async function assertHeld(data_dir: string): Promise<void> {
  const holder = await findHolderProcess(data_dir);
  if (holder?.pid !== process.pid) throw new Error(`${data_dir} is not held: call holdDirectory first`);
}

async function findHolderProcess(data_dir: string): Promise<HolderProcess | undefined> {
  try {
    return await askHolder(addressOf(await realpath(data_dir)));
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The kernel gives an abstract address back when its process dies, however it dies. */
function addressOf(directory: string): string {
  const name = `tenant-ops:${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), name.replace(':', '-'));
}

async function tryListen(address: string, as: Holder): Promise<Server | undefined> {
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

/** A socket file outlives its process; one that refuses connections has no process. */
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
