import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fault of the proxy for one request. */
export type Fault =
  /** An answer that the service did not send. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The connection is closed before the request reaches the service. */
  | 'lost request'
  /** The service handles the request, and its answer is lost. */
  | 'lost answer'
  /** No answer is sent, and the connection stays open. */
  | 'silence';

type Passed = { method: string; path: string; headers: IncomingHttpHeaders; at: number };

export type UnreliableProxy = {
  url: string;
  passed: Passed[];
  /** The faults of the next requests, one each; later requests are forwarded. */
  faults: Fault[];
  close(): void;
};

/** Opens a proxy for the service that fails on demand. */
export async function openUnreliableProxy(service: string): Promise<UnreliableProxy> {
  const server = createServer((request, response) => void pass(service, unreliable, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const unreliable: UnreliableProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    faults: [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return unreliable;
}

async function pass(
  service: string,
  { passed, faults }: UnreliableProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  passed.push({ method, path, headers, at: performance.now() });
  const fault = faults.shift();
  const body = await text(request);
  if (fault === 'silence') return;
  if (fault === 'lost request') return void request.socket.destroy();
  if (typeof fault === 'object')
    return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body);

  const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
  const forwarded = { method, headers: others as Record<string, string> };
  const answer = await fetch(service + path, body === '' ? forwarded : { ...forwarded, body });
  const answered = await answer.text();
  if (fault === 'lost answer') return void request.socket.destroy();
  const sent = ['content-type', 'x-request-id', 'retry-after'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  response.writeHead(answer.status, Object.fromEntries(sent)).end(answered);
}
