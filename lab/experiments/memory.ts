import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'node:test';
import { seedAccount } from '../../bench/support/accounts.ts';
import { percentile } from '../../bench/support/figures.ts';
import { startReceiver } from '../../bench/support/receiver.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { startMeasured } from '../../support/measured/process.ts';
import { startWriteLoad } from '../../support/restored.ts';
import { cloneDatabase, databaseSettings } from '../../test/support/database.ts';
import { freshFolder } from '../../test/support/fileStores.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { startClients } from '../support/clients.ts';

const MOST_GROWTH = 0.1;
const SAMPLES = 40;
/** The minimum duration for a result: a shorter load ends before the heap has reached its stable size. */
const RESIDENT_FROM_MINUTES = 10;
const LIST_EVERY_MS = 50;
const LEAK = new URL('../support/memoryLeak.ts', import.meta.url).href;
const PATHS = [
  '/v1/api-tenant-tasks',
  '/v1/api-tenant-forms',
  '/v1/webhook-deliveries',
  '/v1/requests',
  '/docs',
];

type Sample = { resident_mb: number; held_mb: number };

async function watchMemory(minutes: number, settings: Record<string, string>): Promise<ExperimentFindings> {
  const fresh = await cloneDatabase();
  const receiver = await startReceiver();
  after(async () => {
    receiver.stop();
    await fresh.drop();
  });
  const service = await startMeasured({
    ...databaseSettings(fresh.connection),
    DATA_DIR: await freshFolder(),
    SECRET_KEY: '07'.repeat(32),
    WEBHOOK_ALLOW: '127.0.0.0/8',
    ...settings,
  });
  after(() => service.stop());
  const { ctx } = await seedAccount(fresh.db);
  await subscribeEndpoint(ctx, { url: `${receiver.url}/e`, events: ['task.created'] });
  const scopes = [
    'read:tasks',
    'write:tasks',
    'read:forms',
    'manage:forms',
    'manage:webhooks',
    'manage:api_keys',
  ] as const;
  const { key } = await createKey(ctx, { name: 'Lab', scopes: [...scopes] });
  const load = startLoad(service.url, key);
  const samples: Sample[] = [];
  for (let at = 0; at < SAMPLES; at++) {
    await sleep((minutes * 60_000) / SAMPLES);
    const { resident_bytes } = await service.readMemory();
    const { held_bytes } = await service.readHeld();
    samples.push({ resident_mb: resident_bytes / 2 ** 20, held_mb: held_bytes / 2 ** 20 });
  }
  const answered = { ...(await load.stop()), arrived: receiver.arrivals.length };
  // Stops the service first, because it would reconnect to the database that is dropped.
  await service.stop();
  return judge(samples, answered, minutes >= RESIDENT_FROM_MINUTES);
}

/** Starts a mixed load: creates, repeats, uploads, deletes and lists. */
function startLoad(url: string, key: string) {
  const api = callerAt(url, key);
  const clients = startClients(url, key, { count: 2 });
  const writing = startWriteLoad(api, { writers: 2, per_second: 30 });
  const over = new AbortController();
  const listing = listAgain(api, over.signal);
  return {
    async stop() {
      over.abort();
      const [told, lists] = await Promise.all([clients.stop(), listing, writing.stop()]);
      return { created: told.acknowledged.length + writing.tasks.length, forms: writing.forms.length, lists };
    },
  };
}

async function listAgain(api: Caller, signal: AbortSignal): Promise<number> {
  let lists = 0;
  for (; !signal.aborted; lists++) {
    await api.get(PATHS[lists % PATHS.length] ?? '');
    await sleep(LIST_EVERY_MS);
  }
  return lists;
}

function judge(
  samples: readonly Sample[],
  answered: Record<string, number>,
  is_long: boolean,
): ExperimentFindings {
  const held = compareQuarters(samples.map(({ held_mb }) => held_mb));
  const resident = compareQuarters(samples.map(({ resident_mb }) => resident_mb));
  return {
    ledger: {
      ...answered,
      held_early_mb: held.early,
      held_late_mb: held.late,
      resident_early_mb: resident.early,
      resident_late_mb: resident.late,
    },
    broken: [
      ...(held.growth > MOST_GROWTH ? [`what is held grew by ${percent(held.growth)}`] : []),
      ...(is_long && resident.growth > MOST_GROWTH
        ? [`resident memory grew by ${percent(resident.growth)}`]
        : []),
    ],
  };
}

/** Compares the second quarter with the last one, because the memory of the first requests is not growth. */
function compareQuarters(values: readonly number[]) {
  const quarter = Math.floor(values.length / 4);
  const early = percentile(values.slice(quarter, 2 * quarter), 0.5);
  const late = percentile(values.slice(3 * quarter), 0.5);
  return { early: Math.round(early), late: Math.round(late), growth: late / early - 1 };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

export const memoryExperiment: Experiment = {
  name: 'memory',
  does: 'Creates, repeats, uploads, deletes, delivers and lists concurrently, and measures the memory of the service.',
  promise: `Between the second and the last quarter of the run, the heap after a garbage collection grows by at most ${100 * MOST_GROWTH} %, and from ${RESIDENT_FROM_MINUTES} minutes on, resident memory as well.`,
  unit: 'minutes',
  rounds: { short: 1, long: 120 },
  run: ({ rounds }) => watchMemory(rounds, {}),
  controls: [
    {
      plants: 'the service keeps 128 KB of each request in memory',
      rounds: 0.5,
      run: ({ rounds }) => watchMemory(rounds, { NODE_OPTIONS: `--import=${LEAK}` }),
    },
  ],
};
