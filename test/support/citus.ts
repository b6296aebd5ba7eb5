import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS } from '../../src/database/database.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { findCluster, makeDistributed, onServer, type Cluster, type Server } from '../../support/cluster.ts';
import type { TestServer } from './postgres.ts';

/** Two for each of two workers, so that accounts are apart on one server as well. */
const SHARDS = 4;
/** Any number, as long as nothing else takes it. */
const MAKING = 7_612_940;
const MAKING_MS = 120_000;
const SOURCES = ['src/database/distribution.ts', 'src/lib/sql/citus.ts'];

/** The servers at TEST_CITUS with a migrated and distributed database to clone; it stays for the next run. */
export async function findTestCluster(url: string): Promise<TestServer> {
  const cluster = await findCluster(url);
  const { coordinator, workers } = cluster;
  const template = `migrated_${hashOfSchema()}`;
  const server = connect(coordinator, { max: 1, deadline_ms: MAKING_MS });
  await server.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MAKING})`;
    const [made] = await tx`select 1 from pg_database where datname = ${template} and datistemplate`;
    if (!made) await makeTemplate(cluster, template);
    // What a service with ROW_SECURITY=on needs: a server asks the next one as the role that it was asked as.
    for (const node of nodesOf(cluster)) await onServer(node, 'alter role tenant_ops_restricted login');
  });
  await server.end();
  return { connection: { ...coordinator, template, workers }, stop: async () => {} };
}

function nodesOf({ coordinator, workers }: Cluster): Server[] {
  return [coordinator, ...workers];
}

/** A template is made anew when the schema is another one, and each day, as it has partitions of the day. */
function hashOfSchema(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(`${MIGRATIONS}/${name}`));
  for (const path of SOURCES) hash.update(readFileSync(`${root}${path}`));
  return hash.digest('hex').slice(0, 12);
}

async function makeTemplate(cluster: Cluster, database: string): Promise<void> {
  await makeDistributed(cluster, database, SHARDS);
  for (const node of nodesOf(cluster)) await closeTemplate(node, database);
}

/** Nobody may be connected to what is cloned. */
async function closeTemplate(node: Server, database: string): Promise<void> {
  await onServer(node, `alter database ${database} with is_template true allow_connections false`);
  await onServer(
    node,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  );
}
