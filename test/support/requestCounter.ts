import type { Socket } from 'node:net';
import { openSocketServer } from './receiver.ts';

type Request = {
  socket: Socket;
  /** 1 for the first request of all connections. */
  at: number;
  body: string;
};

export type RequestCounter = {
  url: string;
  /** The bodies of all requests that arrived as a whole. */
  requests: string[];
  onRequest: (request: Request) => void;
  connections: () => number;
  sockets: Set<Socket>;
  close: () => Promise<void>;
};

/** A server beneath HTTP: it counts the requests that were written to it, answered or not. */
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
        counter.onRequest({ socket, at: counter.requests.length, body: whole.body });
      }
    });
  });
  const counter: RequestCounter = {
    url: `http://127.0.0.1:${server.port}/hook`,
    requests: [],
    onRequest,
    connections: server.connections,
    sockets,
    close: () => server.close(),
  };
  return counter;
}

/** The first request of the text, when it has arrived as a whole. */
function takeRequest(text: string): { body: string; rest: string } | undefined {
  const head_end = text.indexOf('\r\n\r\n');
  if (head_end < 0) return undefined;
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head_end))?.[1] ?? 0);
  const body_end = head_end + 4 + length;
  if (text.length < body_end) return undefined;
  return { body: text.slice(head_end + 4, body_end), rest: text.slice(body_end) };
}
