import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';

type Received = {
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
};

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  /** Handles all following requests. */
  answer: (request: Received, response: ServerResponse) => void;
  connections: number;
  close(): Promise<void>;
};

/** Opens an HTTP server as a customer's receiver of deliveries. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        at: performance.now(),
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      receiver.received.push(received);
      receiver.answer(received, response);
    });
  });
  server.on('connection', () => receiver.connections++);
  const port = await listen(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: [],
    answer: (_request, response) => void response.writeHead(204).end(),
    connections: 0,
    close: () => close(server),
  };
  return receiver;
}

/** Opens a TCP server, for tests of behaviour below HTTP. */
export async function openSocketServer(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; connections: () => number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  const port = await listen(server);
  return {
    port,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return close(server);
    },
  };
}

function listen(server: Server | TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
