import { connect, type Socket } from 'node:net';
import type { Buffer } from 'node:buffer';

/** The connections of a pool: those there are, and those that wait for an answer. */
export type PoolState = { open: Set<Socket>; busy: Set<Socket> };

type Target = { host: string[]; port: number[]; path?: string };

const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5];
const TLS_ACCEPTED = 0x53;
const LOOK_EVERY_MS = 100;

/**
 * A socket factory for the driver. A server that was asked something and stays silent for the deadline is
 * taken for dead, so that no query hangs on a black-holed connection; connecting is asking, too.
 */
export function connectWithDeadline(deadline_ms: number, pool: PoolState) {
  return (target: unknown): Socket => {
    const socket = openSocket(target as Target);
    pool.open.add(socket);
    socket.once('close', () => pool.open.delete(socket));
    return watchSilence(socket, deadline_ms, pool);
  };
}

/** Returned before it is connected: the driver forgets a connection for good whose socket it never saw. */
function openSocket({ host, port, path }: Target): Socket {
  const socket = path ? connect(path) : connect(port[0] ?? 5432, host[0]);
  // The driver reads the name from here when it checks a TLS certificate.
  return Object.assign(socket, { host: host[0], port: port[0] });
}

function watchSilence(socket: Socket, deadline_ms: number, { busy }: PoolState): Socket {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    busy.add(socket);
    timer ??= setTimeout(
      () => socket.destroy(new Error('The database stopped answering')),
      deadline_ms,
    ).unref();
  };
  const rest = () => {
    busy.delete(socket);
    clearTimeout(timer);
    timer = undefined;
  };

  const write = socket.write.bind(socket);
  socket.write = (...args: unknown[]) => {
    wait();
    return (write as (...all: unknown[]) => boolean)(...args);
  };
  socket.on('data', (chunk: Buffer) => {
    rest();
    if (acceptsTls(chunk)) watchFlow(socket, deadline_ms);
    else if (!endsReady(chunk)) wait();
  });
  socket.on('close', rest);
  return socket;
}

function acceptsTls(chunk: Buffer): boolean {
  return chunk.length === 1 && chunk[0] === TLS_ACCEPTED;
}

/** Behind TLS only the flow is seen: what went out since the last byte came in has not been answered. */
function watchFlow(socket: Socket, deadline_ms: number): void {
  let { bytesRead, bytesWritten } = socket;
  let asked_ms: number | undefined;
  const timer = setInterval(() => {
    if (socket.bytesRead !== bytesRead) asked_ms = undefined;
    else if (socket.bytesWritten !== bytesWritten) asked_ms ??= performance.now();
    ({ bytesRead, bytesWritten } = socket);
    if (asked_ms !== undefined && performance.now() - asked_ms > deadline_ms)
      socket.destroy(new Error('The database stopped answering'));
    if (socket.destroyed) clearInterval(timer);
  }, LOOK_EVERY_MS).unref();
}

/** Whether the server's last message says that it has nothing left to do. */
function endsReady(chunk: Buffer): boolean {
  const start = chunk.length - 6;
  return start >= 0 && READY_FOR_QUERY.every((byte, at) => chunk[start + at] === byte);
}
