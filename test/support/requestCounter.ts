import type { Socket } from 'node:net';
import { openSocketServer } from './receiver.ts';

type Request = {
  socket: Socket;
  /** The number of the request over all connections, from 1. */
  at: number;
  body: string;
};

export type RequestCounter = {
  url: string;
  /** The bodies of all completely received requests. */
  requests: string[];
  /** The HTTP methods of all completely received requests. */
  methods: string[];
  onRequest: (request: Request) => void;
  connections: () => number;
  sockets: Set<Socket>;
  close: () => Promise<void>;
};

/** Opens a TCP server that counts the requests it receives, answered or not. */
export async function openRequestCounter(onRequest: RequestCounter['onRequest']): Promise<RequestCounter> {
  const sockets = new Set<Socket>();
  const server = await openSocketServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let whole = takeRequest(text); whole; whole = takeRequest(text)) {
        text = whole.rest;
        counter.requests.push(whole.body);
        counter.methods.push(whole.method);
        counter.onRequest({ socket, at: counter.requests.length, body: whole.body });
      }
    });
  });
  const counter: RequestCounter = {
    url: `http://127.0.0.1:${server.port}/hook`,
    requests: [],
    methods: [],
    onRequest,
    connections: server.connections,
    sockets,
    close: () => server.close(),
  };
  return counter;
}

/** Returns the first complete request of the text; undefined if it is incomplete. */
function takeRequest(text: string): { method: string; body: string; rest: string } | undefined {
  const head_end = text.indexOf('\r\n\r\n');
  if (head_end < 0) return undefined;
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head_end))?.[1] ?? 0);
  const body_end = head_end + 4 + length;
  if (text.length < body_end) return undefined;
  const method = text.slice(0, text.indexOf(' '));
  return { method, body: text.slice(head_end + 4, body_end), rest: text.slice(body_end) };
}
