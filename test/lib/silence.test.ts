import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { connect } from '../../src/lib/sql.ts';
import { cloneDatabase } from '../support/database.ts';

const fresh = await cloneDatabase();
const cert = await readFile(new URL('./support/certificate.pem', import.meta.url));
const DEADLINE_MS = 700;
const line = await openEncryptedLine();
after(() => fresh.drop());

test('a connection behind TLS lives on while nothing is asked of it', async () => {
  const db = open();
  const [before] = await db`select pg_backend_pid() as pid`;
  await sleep(DEADLINE_MS * 3);
  const [later] = await db`select pg_backend_pid() as pid`;
  assert.deepEqual(later, before);
  await db.end({ timeout: 0 });
});

test('a connection behind TLS that goes silent is given up, and the next one works', async () => {
  const db = open();
  await db`select 1`;
  await sleep(500);
  line.silence(true);
  const started_ms = performance.now();
  await assert.rejects(async () => db`select 1`);
  assert.ok(performance.now() - started_ms < DEADLINE_MS + 1_000);
  line.silence(false);
  await sleep(200);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 0 });
});

function open() {
  const { username, password, database } = fresh.connection;
  const credentials = `${username}:${encodeURIComponent(password)}`;
  const url = `postgres://${credentials}@127.0.0.1:${line.port}/${database}?sslmode=require`;
  return connect(url, { max: 1, deadline_ms: DEADLINE_MS });
}

/** Speaks TLS as a server of PostgreSQL does: asked first, then encrypted. */
async function openEncryptedLine() {
  const state = { is_silent: false };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', () => {
      client.write('S');
      forward(new TLSSocket(client, { isServer: true, cert, key: cert }), state);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, silence: (is_silent: boolean) => void (state.is_silent = is_silent) };
}

function forward(client: TLSSocket, state: { is_silent: boolean }): void {
  const upstream = connectTo(`${fresh.connection.host}/.s.PGSQL.${fresh.connection.port}`);
  const cut = () => [client, upstream].forEach((socket) => socket.destroy());
  for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
  client.on('data', (chunk) => state.is_silent || upstream.write(chunk));
  upstream.on('data', (chunk) => state.is_silent || client.write(chunk));
}
