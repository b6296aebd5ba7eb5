import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { findConnection } from '../../src/lib/sql/embedded/connectionFile.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { callerAt, type Answer } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';
import { listQueries, readAlerts, readGrafanaDashboard, readText } from './support/files.ts';
import { listUnknownMetrics, readSamples, type ServedMetrics } from './support/promql.ts';

/** Metrics that have no labels until their first event. */
const COUNTED = [
  'tenant_ops_http_requests_total',
  'tenant_ops_count_checks_total',
  'tenant_ops_webhook_attempts_total',
  'tenant_ops_background_failures_total',
];

const DATA_DIR = await freshDataDirectory();
const first = await startServiceProcess({ DATA_DIR, DEMO: 'on' });
const [, key = ''] = /^demo key (\S+)$/m.exec(first.lines.join('\n')) ?? [];
await untilFolded();
await first.end('SIGTERM');
await uncheckLists();
// A starting service checks the lists that were not checked today, which gives this metric a value.
const service = await startServiceProcess({
  DATA_DIR,
  WEBHOOK_ALLOW: '127.0.0.1',
  BACKUP_TO: `${DATA_DIR}/backups`,
  BACKUP_PASSPHRASE: 'a passphrase of backups',
});
await countedAre(['tenant_ops_count_checks_total']);
await failADelivery();
await failALoop();
const served = await countedAre(COUNTED);

async function readMetrics() {
  return readSamples(await (await fetch(`${service.url}/metrics`)).text());
}

function countedAre(names: string[]) {
  const isCounted = (samples: ServedMetrics, name: string) => (samples.get(name)?.size ?? 0) > 0;
  return eventually(
    readMetrics,
    (samples) => names.every((name) => isCounted(samples, name)),
    undefined,
    200,
  );
}

async function failADelivery() {
  const api = callerAt(service.url, key);
  const endpoint = { url: 'http://127.0.0.1:1/hook', events: ['task.created'] };
  const isCreated = ({ status }: Answer) => status === 201;
  // On a busy machine, a request can take longer than its time limit.
  await eventually(() => api.post('/v1/webhook-subscribe', endpoint), isCreated);
  await eventually(() => api.post('/v1/api-tenant-tasks', { title: 'Told' }), isCreated);
}

/** Retries, because metrics that are read from the database are omitted while the read is slow. */
function assertServed(queries: readonly string[]) {
  return eventually(
    async () => {
      const samples = await readMetrics();
      return queries.flatMap((query) => listUnknownMetrics(query, samples));
    },
    ({ length }) => length === 0,
  );
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const connection = await findConnection(DATA_DIR);
  assert.ok(connection);
  const db = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  await work(db);
  await db.end({ timeout: 1 });
}

function untilFolded() {
  return withDatabase(async (db) => {
    const listFolded = () => db`select 1 from count_ledgers as ledger where ledger.row_count is not null`;
    await eventually(listFolded, ({ length }) => length > 0);
  });
}

/**
 * Marks all lists as unchecked. Deltas are removed too, because a list that is folded at the start is checked only
 * an hour later.
 */
async function uncheckLists() {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR }), {
    as: 'command',
    log: createLog('silent'),
  });
  await db`update count_ledgers set checked_at = null where row_count is not null`;
  await db`delete from count_deltas`;
  await close();
}

/** Renames a table, so that the loop over it fails in its next run. */
function failALoop() {
  return withDatabase(async (db) => {
    await db`alter table webhook_retries rename to webhook_retries_aside`;
  });
}

test('every metric and label of an alert is served', async () => {
  await assertServed(readAlerts(readText('deploy/alerts.yml')).map(({ expr }) => expr));
});

test('every metric and label of the dashboard is served', async () => {
  const queries = listQueries(readGrafanaDashboard(readText('deploy/grafana.json')));
  assert.ok(queries.length > 30, `${queries.length} queries`);
  await assertServed(queries);
});

/** Faulty queries, each with the name that does not exist. */
const PLANTED: [string, string][] = [
  ['up{job="a"} == 0 or made_up', 'made_up'],
  ['sum(rate(http_request_total{status="500"}[5m]))', 'http_request_total'],
  ['rate(tenant_ops_http_requests_total{code="500"}[5m])', 'tenant_ops_http_requests_total{code}'],
  ['sum by (le, door) (rate(tenant_ops_http_request_duration_seconds_bucket[5m]))', 'by (door)'],
  [
    'histogram_quantile(0.9, sum by (le) (rate(tenant_ops_http_request_duration_seconds[5m])))',
    'tenant_ops_http_request_duration_seconds',
  ],
  ['tenant_ops_webhook_attempts_total{outcome!="a"} unless up{loop="b"}', 'up{loop}'],
];

for (const [query, missing] of PLANTED) {
  test(`detected in a query: ${missing}`, () => {
    assert.ok(listUnknownMetrics(query, served).includes(missing), listUnknownMetrics(query, served).join());
  });
}

test('a legend and a variable with an unknown label are detected', () => {
  const panels = [
    { id: 1, type: 'a', title: 'b', targets: [{ refId: 'A', expr: 'up', legendFormat: '{{door}}' }] },
  ];
  const list = [{ name: 'a', query: { query: 'label_values(up{job="a"}, floor)' } }];
  const queries = listQueries({ panels, templating: { list }, annotations: { list: [] } });
  assert.deepEqual(
    queries.flatMap((query) => listUnknownMetrics(query, served)),
    ['by (door)', 'by (floor)'],
  );
});
