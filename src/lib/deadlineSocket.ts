import { connect, type Socket } from 'node:net';
import type { Buffer } from 'node:buffer';

type Target = { host: string[]; port: number[]; path?: string };

const CONNECT_WITHIN_MS = 2_000;
const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5];

/**
 * A socket factory for the driver. A server that was asked something and stays silent for the deadline is
 * taken for dead, so that no query hangs on a black-holed connection.
 */
export function connectWithDeadline(deadline_ms: number) {
  return (target: unknown): Promise<Socket> => openSocket(target as Target, deadline_ms);
}

function openSocket({ host, port, path }: Target, deadline_ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = path ? connect(path) : connect(port[0] ?? 5432, host[0]);
    const giveUp = setTimeout(
      () => socket.destroy(new Error('The database does not answer')),
      CONNECT_WITHIN_MS,
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(giveUp);
      socket.off('error', reject);
      // The driver reads the name from here when it checks a TLS certificate.
      resolve(watchSilence(Object.assign(socket, { host: host[0], port: port[0] }), deadline_ms));
    });
  });
}

function watchSilence(socket: Socket, deadline_ms: number): Socket {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer ??= setTimeout(
      () => socket.destroy(new Error('The database stopped answering')),
      deadline_ms,
    ).unref();
  };
  const rest = () => {
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
    if (!endsReady(chunk)) wait();
  });
  socket.on('close', rest);
  return socket;
}

/** Whether the server's last message says that it has nothing left to do. */
function endsReady(chunk: Buffer): boolean {
  const start = chunk.length - 6;
  return start >= 0 && READY_FOR_QUERY.every((byte, at) => chunk[start + at] === byte);
}
