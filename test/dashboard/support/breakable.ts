import { once } from 'node:events';
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { after } from 'node:test';
import type { App } from '../../../src/service/app.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { openProxy, type Proxy } from '../../faults/support/proxy.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { startNode, type World } from '../../support/world.ts';

export type BreakableService = {
  /** The URL of the service. */
  url: string;
  /** The URL of a proxy in front of the service, which can hold and lose data. */
  held_url: string;
  database: Proxy;
  stop(): Promise<void>;
  start(): Promise<void>;
  hold(): void;
  release(): void;
  /**
   * From now on, requests that begin with this text reach the service, but their connection is closed before the
   * response.
   */
  loseAnswers(to: string): void;
  /** Stops losing responses and returns the number of lost ones. */
  keepAnswers(): number;
};

/** Opens a service that can be stopped, hung and disconnected from its database while pages are open. */
export async function openBreakableService(world: World): Promise<BreakableService> {
  const database = await openProxy(world.connection);
  const db = connect(database.target, { max: 4, ...LONG_TIMEOUTS, wait_ms: 500 });
  const { tools } = world;
  let app: App | undefined = await startNode({ db, tools }, 0);
  const url = app.server.listeningOrigin;
  const port = Number(new URL(url).port);
  const line = await openLine(port);
  const stop = async () => {
    const running = app;
    app = undefined;
    await running?.close();
  };
  after(async () => {
    line.close();
    await stop();
    await db.end({ timeout: 0 });
    await database.close();
  });
  return {
    url,
    held_url: `http://127.0.0.1:${line.port}`,
    database,
    stop,
    start: async () => void (app ??= await startNode({ db, tools }, port)),
    hold: () => line.hold(),
    release: () => line.release(),
    loseAnswers: (to) => line.lose(to),
    keepAnswers: () => line.keep(),
  };
}

/** Opens a TCP proxy. While it holds, it accepts connections and forwards nothing. */
async function openLine(to: number) {
  const sockets = new Set<Socket>();
  let isHolding = false;
  let losing: string | undefined;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = dial(to, '127.0.0.1');
    const cut = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => (sockets.delete(socket), cut()));
    }
    let isLost = false;
    client.on('data', (chunk) => {
      isLost ||= losing !== undefined && chunk.toString('latin1').startsWith(losing);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isLost) return void client.write(chunk);
      lost++;
      cut();
    });
    if (isHolding) for (const socket of [client, upstream]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      isHolding = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHolding = false;
      for (const socket of sockets) socket.resume();
    },
    lose(to: string) {
      losing = to;
      lost = 0;
    },
    keep() {
      losing = undefined;
      return lost;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
