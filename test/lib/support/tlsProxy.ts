import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after } from 'node:test';
import { TLSSocket } from 'node:tls';
import type { Connection } from '../../support/postgres.ts';
import { connectProxyToServer } from '../../support/connectUpstream.ts';

const cert = await readFile(new URL('./certificate.pem', import.meta.url));

export type TlsProxy = { port: number; silence(is_silent: boolean): void };

/** Opens a TLS proxy with PostgreSQL's handshake: the client asks for encryption first. */
export async function openTlsProxy(server: Connection): Promise<TlsProxy> {
  const state = { is_silent: false };
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', () => {
      client.write('S');
      forward(new TLSSocket(client, { isServer: true, cert, key: cert }), server, state);
    });
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  after(() => {
    line.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = line.address() as AddressInfo;
  return { port, silence: (is_silent: boolean) => void (state.is_silent = is_silent) };
}

function forward(client: TLSSocket, { host, port }: Connection, state: { is_silent: boolean }): void {
  const upstream = connectProxyToServer({ host, port });
  const cut = () => [client, upstream].forEach((socket) => socket.destroy());
  for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
  client.on('data', (chunk) => state.is_silent || upstream.write(chunk));
  upstream.on('data', (chunk) => state.is_silent || client.write(chunk));
}
