import type { Socket } from 'node:net';
import { after } from 'node:test';
import { openSocketServer } from '../../test/support/receiver.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const MEGABYTE = 'x'.repeat(2 ** 20);
const DRIP_MS = 500;

type Kind = { how: string; treat: (socket: Socket) => void };

/** The behaviour of faulty receivers, each on its own connection. */
export const QUICK_KINDS: readonly Kind[] = [
  { how: 'answer 500', treat: answering('HTTP/1.1 500 Broken\r\nContent-Length: 2\r\n\r\nno') },
  {
    how: 'redirect to a private address',
    treat: answering('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'),
  },
  { how: 'close at once', treat: (socket) => void socket.destroy() },
  { how: 'close in the middle of their headers', treat: ending(`${OK}Content-Le`) },
  { how: 'do not speak HTTP', treat: ending('220 mail ready\r\n') },
  { how: 'send headers of one megabyte', treat: ending(`${OK}X: ${MEGABYTE}\r\n\r\n`) },
  { how: 'respond before the request', treat: (socket) => void socket.end('HTTP/1.1 400 Bad\r\n\r\n') },
];

export const SLOW_KINDS: readonly Kind[] = [
  { how: 'never respond', treat: (socket) => void socket.resume() },
  { how: 'never read', treat: (socket) => void socket.pause() },
  {
    how: 'send their headers byte by byte',
    treat: (socket) => dripping(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
  },
  {
    how: 'send 100 Continue forever',
    treat: (socket) => dripping(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
  },
];

/** Starts a server of this kind and returns its URL. */
export async function openEvilServer({ treat }: Kind): Promise<string> {
  const server = await openSocketServer(treat);
  after(() => server.close());
  return `http://127.0.0.1:${server.port}/hook`;
}

function answering(text: string): (socket: Socket) => void {
  return (socket) => void socket.on('data', () => socket.write(text));
}

function ending(text: string): (socket: Socket) => void {
  return (socket) => void socket.once('data', () => socket.end(text));
}

function dripping(socket: Socket, first: string, next: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(next), DRIP_MS);
  socket.resume().once('close', () => clearInterval(timer));
}
