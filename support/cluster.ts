import { prepareDatabase } from '../src/database/database.ts';
import { distributeDatabase } from '../src/database/distribution.ts';
import { connect, type Database } from '../src/lib/sql/sql.ts';

export type Server = { host: string; port: number; username: string; password: string; database: string };

/** A Citus cluster. */
export type Cluster = { coordinator: Server; workers: Server[] };

/** Reads the servers of the Citus cluster from its coordinator. */
export async function findCluster(url: string): Promise<Cluster> {
  const coordinator = readUrl(url);
  const server = connect(coordinator, { max: 1, deadline_ms: 60_000 });
  try {
    return { coordinator, workers: await findWorkers(server, coordinator) };
  } finally {
    await server.end();
  }
}

function readUrl(url: string): Server {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port || 5432),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}

/** Formats the address of a server for `DATABASE_URL`. */
export function urlOf({ host, port, username, password, database }: Server): string {
  const who = password === '' ? username : `${username}:${encodeURIComponent(password)}`;
  return `postgres://${who}@${host}:${port}/${database}`;
}

async function findWorkers(server: Database, coordinator: Server): Promise<Server[]> {
  const nodes = await server<{ host: string; port: number }[]>`
    select node.nodename as host, node.nodeport as port
    from pg_dist_node as node
    where node.groupid <> 0
      and node.isactive
    order by node.nodeid`;
  return nodes.map(({ host, port }) => ({ ...coordinator, host, port }));
}

/**
 * Creates a database on every server of the cluster, runs the migrations and distributes the tables. An existing
 * database with this name is dropped.
 */
export async function createDistributedDatabase(
  { coordinator, workers }: Cluster,
  database: string,
  shards: number,
): Promise<Server> {
  for (const node of [coordinator, ...workers]) {
    await runOnServer(node, `drop database if exists ${database} with (force)`);
    await runOnServer(node, `create database ${database}`);
    await runOnServer({ ...node, database }, 'create extension citus');
  }
  const own = { ...coordinator, database };
  await runOnServer(own, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const { host, port } of workers) await runOnServer(own, `select citus_add_node('${host}', ${port})`);
  await prepareDatabase(own);
  await distributeDatabase(own, shards);
  return own;
}

export async function runOnServer(target: Server, statement: string): Promise<void> {
  const server = connect(target, { max: 1, deadline_ms: 60_000 });
  try {
    await server.unsafe(statement);
  } finally {
    await server.end();
  }
}
