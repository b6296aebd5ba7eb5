import { after } from 'node:test';
import { createGuard, createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { eventually } from '../../support/eventually.ts';
import { callUrl, outcomeWord } from '../../test/lib/http/outgoing/support.ts';
import { insertUncheckedEndpoints } from '../../test/support/endpoints.ts';
import { hostileUrls } from '../../test/support/hostileUrls.ts';
import { openNameServer } from '../../test/support/nameServer.ts';
import { openSocketServer } from '../../test/support/receiver.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';

const ATTEMPTED_WITHIN_MS = 120_000;
const NAMES = 50;
/** DNS answers with which a careless caller connects to this machine. */
const ANSWERS = [
  ['127.0.0.1'],
  ['93.184.215.14', '127.0.0.1'],
  ['::ffff:7f00:1', '2606:4700::1111'],
  ['0.0.0.0'],
  ['::1'],
  ['10.0.0.1', '127.0.0.1'],
];

async function callInside(rounds: number, allowed: string[]): Promise<ExperimentFindings> {
  const sentinel = await openSocketServer((socket) => void socket.destroy());
  const world = await openWorld({ webhook_allow: allowed });
  after(() => sentinel.close());
  const ledger = { urls: 0, subscribed: 0, attempted: 0, names: 0, blocked: 0, connections: 0 };
  for (let round = 0; round < rounds; round++) {
    const urls = hostileUrls(sentinel.port);
    ledger.urls += urls.length;
    ledger.subscribed += await subscribeAll(world, urls);
    ledger.attempted += await attemptAll(world, urls);
    ledger.names += NAMES;
    ledger.blocked += await callNames(allowed, sentinel.port);
  }
  ledger.connections = sentinel.connections();
  return {
    ledger,
    broken: describeFaultCounts({
      connections: ledger.connections,
      private_addresses_taken: ledger.subscribed,
      names_not_blocked: ledger.names - ledger.blocked,
    }),
  };
}

/** Returns the number of URLs that the API accepted. */
async function subscribeAll(world: World, urls: readonly string[]): Promise<number> {
  const api = await (await world.account()).api();
  let taken = 0;
  for (const url of urls) {
    const { status } = await api.post('/v1/webhook-subscribe', { url, events: ['task.created'] });
    if (status === 201) taken++;
  }
  return taken;
}

/**
 * Inserts the endpoints directly, as if they had bypassed the validation; returns the number of attempted
 * deliveries.
 */
async function attemptAll(world: World, urls: readonly string[]): Promise<number> {
  const tenant = await world.account();
  await insertUncheckedEndpoints(world, tenant.account_id, urls);
  const sender = world.startSender();
  await (await tenant.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
  const readAttempted = async () => {
    const [{ count }] = await world.db<[{ count: number }]>`
      select count(distinct endpoint_id)::int as count
      from webhook_attempts
      where account_id = ${tenant.account_id}`;
    return count;
  };
  const attempted = await eventually(
    readAttempted,
    (count) => count === urls.length,
    ATTEMPTED_WITHIN_MS,
    100,
  );
  await sender.stop(1_000);
  return attempted;
}

/** Returns the number of blocked calls to host names with such addresses. */
async function callNames(allowed: string[], port: number): Promise<number> {
  const names = await openNameServer((name) => ANSWERS[Number(name.split('.')[1])] ?? []);
  const outgoing = createOutgoingClient({ guard: createGuard(allowed), dns_servers: [names.server] });
  const calls = Array.from({ length: NAMES }, (_, at) =>
    callUrl(outgoing, `http://n${at}.${at % ANSWERS.length}.example:${port}/`, { timeout_ms: 2_000 }),
  );
  const words = (await Promise.all(calls)).map(outcomeWord);
  await outgoing.close();
  await names.close();
  return words.filter((word) => word === 'blocked').length;
}

export const ssrfExperiment: Experiment = {
  name: 'ssrf',
  does: 'Subscribes more than 200 spellings of private addresses, delivers to each of them as if validation had accepted it, and calls host names that resolve to private addresses.',
  promise: 'No address is accepted, each call is blocked, and nothing connects to this machine.',
  unit: 'rounds of all spellings',
  rounds: { short: 1, long: 20 },
  run: ({ rounds }) => callInside(rounds, []),
  controls: [
    {
      plants: 'the address guard treats loopback addresses as public',
      rounds: 1,
      run: ({ rounds }) => callInside(rounds, ['127.0.0.0/8']),
    },
  ],
};
