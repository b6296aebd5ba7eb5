import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS, prepareDatabase } from '../../src/database.ts';
import { distributeDatabase } from '../../src/distribution.ts';
import { connect, type Database } from '../../src/lib/sql.ts';
import type { Connection, TestServer } from './postgres.ts';

/** Two for each of two workers, so that accounts are apart on one server as well. */
const SHARDS = 4;
/** Any number, as long as nothing else takes it. */
const MAKING = 7_612_940;
const SOURCES = ['src/distribution.ts', 'src/lib/citus.ts'];

/** The servers at TEST_CITUS with a migrated and distributed database to clone; it stays for the next run. */
export async function findTestCluster(url: string): Promise<TestServer> {
  const coordinator = readUrl(url);
  const server = connect(coordinator, { max: 1, deadline_ms: 120_000 });
  const workers = await findWorkers(server, coordinator);
  const template = `migrated_${hashOfSchema()}`;
  const nodes = [coordinator, ...workers];
  await server.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MAKING})`;
    const [made] = await tx`select 1 from pg_database where datname = ${template} and datistemplate`;
    if (!made) await makeTemplate(nodes, template);
    // What a service with ROW_SECURITY=on needs: a server asks the next one as the role that it was asked as.
    for (const node of nodes) await onServer(node, 'alter role tenant_ops_restricted login');
  });
  await server.end();
  return { connection: { ...coordinator, template, workers }, stop: async () => {} };
}

function readUrl(url: string): Connection {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port || 5432),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}

async function findWorkers(server: Database, coordinator: Connection): Promise<Connection[]> {
  const nodes = await server<{ host: string; port: number }[]>`
    select node.nodename as host, node.nodeport as port
    from pg_dist_node as node
    where node.groupid <> 0
      and node.isactive
    order by node.nodeid`;
  return nodes.map(({ host, port }) => ({ ...coordinator, host, port }));
}

/** A template is made anew when the schema is another one, and each day, as it has partitions of the day. */
function hashOfSchema(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const migrations = readdirSync(MIGRATIONS).toSorted();
  for (const name of migrations) hash.update(readFileSync(`${MIGRATIONS}/${name}`));
  for (const path of SOURCES) hash.update(readFileSync(`${root}${path}`));
  return hash.digest('hex').slice(0, 12);
}

async function makeTemplate(nodes: readonly Connection[], database: string): Promise<void> {
  for (const node of nodes) {
    await onServer(node, `drop database if exists ${database} with (force)`);
    await onServer(node, `create database ${database}`);
    await onServer({ ...node, database }, 'create extension citus');
  }
  const [coordinator, ...workers] = nodes;
  if (!coordinator) throw new Error('no coordinator');
  const own = { ...coordinator, database };
  await onServer(own, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const { host, port } of workers) await onServer(own, `select citus_add_node('${host}', ${port})`);
  await prepareDatabase(own);
  await distributeDatabase(own, SHARDS);
  for (const node of nodes) await closeTemplate(node, database);
}

/** Nobody may be connected to what is cloned. */
async function closeTemplate(node: Connection, database: string): Promise<void> {
  await onServer(node, `alter database ${database} with is_template true allow_connections false`);
  await onServer(
    node,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  );
}

async function onServer(target: Connection, statement: string): Promise<void> {
  const server = connect(target, { max: 1, deadline_ms: 60_000 });
  try {
    await server.unsafe(statement);
  } finally {
    await server.end();
  }
}
