import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'node:test';
import { openReplicatedServers, type ReplicatedServers } from '../../test/faults/support/standby.ts';
import { freshFolder } from '../../test/support/fileStores.ts';
import { makeKeyIn } from '../../test/support/service.ts';
import { eventually } from '../../support/eventually.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { startClients } from '../support/clients.ts';
import { startStoppableService } from '../support/serviceProcess.ts';
import { readTasksLedger } from '../support/tasksLedger.ts';

const WORK_MS = 500;
const PROMOTED_WITHIN_MS = 60_000;

async function promoteAgainAndAgain(rounds: number, is_followed: boolean): Promise<ExperimentFindings> {
  const sums: Record<string, number> = {};
  const broken: string[] = [];
  let slowest_recovery_ms = 0;
  for (let round = 0; round < rounds; round++) {
    const { recovery_ms, ...found } = await promoteOnce(is_followed);
    slowest_recovery_ms = Math.max(slowest_recovery_ms, Math.round(recovery_ms));
    for (const [what, count] of Object.entries(found.ledger)) sums[what] = (sums[what] ?? 0) + count;
    broken.push(...found.broken);
  }
  return { ledger: { ...sums, slowest_recovery_ms }, broken };
}

/** Promotes the standby. The service has recovered when it answers a request that was sent after the promotion. */
async function promoteOnce(is_followed: boolean): Promise<ExperimentFindings & { recovery_ms: number }> {
  const pair = await openReplicatedServers();
  after(() => pair.close());
  const service = await startStoppableService({ DATABASE_URL: urlOf(pair), DATA_DIR: await freshFolder() });
  const key = await makeKeyIn(pair.primary.db);
  if (!is_followed) await leaveBehind(pair);
  const clients = startClients(service.url, key);
  await clients.nextAnswer();
  await sleep(WORK_MS);
  pair.primary.kill();
  await promote(pair);
  const recovery_ms = await clients.nextAnswer();
  const told = await clients.stop();
  const found = await readTasksLedger(pair.standby.db, told);
  await service.stop();
  await pair.close();
  return { ...found, recovery_ms };
}

/** Returns a URL with both servers; the service detects which one accepts writes. */
function urlOf({ primary, standby }: ReplicatedServers): string {
  const { username, password, database, port } = primary.connection;
  const hosts = [standby, primary].map(({ connection }) => connection.host).join(',');
  const session = 'target_session_attrs=read-write';
  return `postgres:///${database}?host=${hosts}&port=${port}&user=${username}&password=${password}&${session}`;
}

async function promote({ standby }: ReplicatedServers): Promise<void> {
  await standby.db`select pg_promote(wait => false)`;
  const readState = () => standby.db<{ waits: boolean }[]>`select pg_is_in_recovery() as waits`;
  await eventually(readState, ([state]) => state?.waits === false, PROMOTED_WITHIN_MS, 50);
}

/** Plants the bug: the primary no longer waits for the standby, and the standby's replication slot does not exist. */
async function leaveBehind({ primary, standby }: ReplicatedServers): Promise<void> {
  await primary.db.unsafe(`alter system set synchronous_standby_names = ''`);
  await standby.db.unsafe(`alter system set primary_slot_name = 'absent'`);
  for (const { db } of [primary, standby]) await db`select pg_reload_conf()`;
  const readFollowing = () => primary.db`select from pg_stat_replication`;
  await eventually(readFollowing, ({ length }) => length === 0, PROMOTED_WITHIN_MS, 50);
}

export const failoverExperiment: Experiment = {
  name: 'failover',
  does: 'Kills a primary under load and promotes its standby. The service knows the addresses of both.',
  promise:
    'Each task that the service acknowledged with 201 exists once on the standby, with its event, and the service continues there without an operator.',
  unit: 'promotions',
  rounds: { short: 1, long: 20 },
  run: ({ rounds }) => promoteAgainAndAgain(rounds, true),
  controls: [
    {
      plants: 'the primary confirms a commit before the standby does',
      rounds: 1,
      run: ({ rounds }) => promoteAgainAndAgain(rounds, false),
    },
  ],
};
