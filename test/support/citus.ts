import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_FOLDER } from '../../src/database/database.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import {
  findCluster,
  createDistributedDatabase,
  runOnServer,
  type Cluster,
  type Server,
} from '../../support/cluster.ts';
import type { TestServer } from './postgres.ts';

/**
 * The number of shards: two for each of two workers, so that accounts are on different shards even on the same server.
 */
const SHARDS = 4;
/** The key of the advisory lock for creating the template; arbitrary but unique. */
const MAKING = 7_612_940;
const MAKING_MS = 120_000;
const SOURCES = ['src/database/distribution.ts', 'src/lib/sql/citus.ts'];

/** Finds the servers at TEST_CITUS with a migrated, distributed database to clone, which is kept for the next run. */
export async function findTestCluster(url: string): Promise<TestServer> {
  const cluster = await findCluster(url);
  const { coordinator, workers } = cluster;
  const template = `migrated_${hashOfSchema()}`;
  const server = connect(coordinator, { max: 1, deadline_ms: MAKING_MS });
  await server.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MAKING})`;
    const [made] = await tx`select 1 from pg_database where datname = ${template} and datistemplate`;
    if (!made) await makeTemplate(cluster, template);
    // ROW_SECURITY=on needs a login of the restricted role, because servers connect to each other with the
    // role of the query.
    for (const node of nodesOf(cluster)) await runOnServer(node, 'alter role tenant_ops_restricted login');
  });
  await server.end();
  return { connection: { ...coordinator, template, workers }, stop: async () => {} };
}

function nodesOf({ coordinator, workers }: Cluster): Server[] {
  return [coordinator, ...workers];
}

/** The template is created again when the schema changes, and each day, because it has partitions for days. */
function hashOfSchema(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const name of readdirSync(MIGRATIONS_FOLDER).toSorted())
    hash.update(readFileSync(`${MIGRATIONS_FOLDER}/${name}`));
  for (const path of SOURCES) hash.update(readFileSync(`${root}${path}`));
  return hash.digest('hex').slice(0, 12);
}

async function makeTemplate(cluster: Cluster, database: string): Promise<void> {
  await createDistributedDatabase(cluster, database, SHARDS);
  for (const node of nodesOf(cluster)) await closeTemplate(node, database);
}

/** PostgreSQL clones a template database only while nothing is connected to it. */
async function closeTemplate(node: Server, database: string): Promise<void> {
  await runOnServer(node, `alter database ${database} with is_template true allow_connections false`);
  await runOnServer(
    node,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  );
}
