import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKey } from '../../src/features/keys/keys.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { findFreePort } from '../../support/freePort.ts';
import { openBalancer } from '../../support/nodes/balancer.ts';
import { startRequestLoad } from '../../support/nodes/load.ts';
import { seedAccount } from '../support/accounts.ts';
import { reachDatabase } from '../support/database.ts';
import { formatTable } from '../support/figures.ts';
import { startService, type RunningService } from '../support/service.ts';

/*
 * node bench/nodes/rolling.ts [--nodes 4] [--requests 20000] [--per-second 200] [--haproxy PROGRAM]
 * Restarts nodes one by one under load. A TCP balancer checks the readiness of each node every 100 ms: our own
 * balancer, or HAProxy if its program is given. Control: nodes that close their ports at once must lose requests.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '4' },
    requests: { type: 'string', default: '20000' },
    'per-second': { type: 'string', default: '200' },
    haproxy: { type: 'string' },
  },
});
const CHECK_EVERY_MS = 100;
const CLIENTS = 40;
/** The control needs only this share of the requests to lose some. */
const CONTROL_SHARE = 0.1;

const data_dir = await mkdtemp(join(tmpdir(), 'rolling-'));
const holder = await startService({ DATA_DIR: data_dir });
try {
  process.exitCode = (await compare()) ? 0 : 1;
} finally {
  await holder.stop();
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}

type Place = { port: number; url: string };
type Nodes = { env: Record<string, string>; key: string; places: Place[] };

async function compare(): Promise<boolean> {
  const { connection, DATABASE_URL } = await reachDatabase(data_dir);
  const db = connect(connection, { max: 2, deadline_ms: 60_000 });
  const { key } = await createKey((await seedAccount(db)).ctx, {
    name: 'Bench',
    scopes: ['read:tasks', 'write:tasks'],
  });
  await db.end({ timeout: 1 });
  const places = await Promise.all(Array.from({ length: Number(values.nodes) }, findPlace));
  const requests = Number(values.requests);
  const env = { DATA_DIR: data_dir, DATABASE_URL };
  const drained = await roll({ env, key, places }, requests);
  const control = await roll({ env: { ...env, DRAIN_MS: '0' }, key, places }, requests * CONTROL_SHARE);
  formatTable([
    { ports: 'close after DRAIN_MS', ...drained },
    { ports: 'close at once', ...control },
  ]);
  return drained.failed === 0 && control.failed > 0;
}

/** Restarts the nodes one after the other until this many requests are answered. */
async function roll({ env, key, places }: Nodes, requests: number) {
  const start = ({ port }: Place) => startService({ ...env, PORT: String(port) });
  const nodes = await Promise.all(places.map(start));
  const balancer = await (values.haproxy === undefined
    ? openOurs(places)
    : openHaproxy(values.haproxy, places));
  const load = startRequestLoad(balancer.url, key, {
    clients: CLIENTS,
    pause_ms: (1_000 * CLIENTS) / Number(values['per-second']),
  });
  let restarts = 0;
  for (; load.answered() < requests; restarts++) {
    const at = restarts % nodes.length;
    const [place, node] = [places[at], nodes[at]];
    if (!place || !node) break;
    await node.stop();
    nodes[at] = await start(place);
    await balancer.whenReady();
  }
  const { answered, failed } = await load.stop();
  await balancer.close();
  await Promise.all(nodes.map((node: RunningService) => node.stop()));
  return { answered, restarts, failed: failed.length, first: failed[0] ?? '–' };
}

async function openOurs(places: readonly Place[]) {
  const balancer = await openBalancer(CHECK_EVERY_MS);
  for (const { url } of places) balancer.services.add(url);
  await balancer.whenAllReady();
  return { url: balancer.url, whenReady: () => balancer.whenAllReady(), close: async () => balancer.close() };
}

async function openHaproxy(program: string, places: readonly Place[]) {
  const own = await findPlace();
  const file = join(data_dir, 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 2s
frontend all
  bind 127.0.0.1:${own.port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter ${CHECK_EVERY_MS} fall 1 rise 1
${places.map(({ port }) => `  server node${port} 127.0.0.1:${port}`).join('\n')}
`,
  );
  const child = spawn(program, ['-f', file, '-q'], { stdio: 'inherit' });
  // HAProxy does not report when a node is ready again, so this waits for several checks.
  const whenReady = () => sleep(10 * CHECK_EVERY_MS);
  await whenReady();
  return { url: own.url, whenReady, close: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit');
  child.kill('SIGTERM');
  await over;
}

async function findPlace(): Promise<Place> {
  const port = await findFreePort();
  return { port, url: `http://127.0.0.1:${port}` };
}
