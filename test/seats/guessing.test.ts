import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairDevice, createPairingCode } from '../../src/features/seats/pairing.ts';
import { MOST_WRONG_PAIRING_CODES } from '../../src/features/seats/pairingThrottle.ts';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { randomCode } from '../../src/lib/crypto/randomCode.ts';
import { noteSecret } from '../../support/secrets.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const PAIR = '/device/v1/pair';
const WINDOW_MS = 15 * 60_000;
const { of_network, of_network_in_flood, in_all } = MOST_WRONG_PAIRING_CODES;

/** Declares a test that starts without counted attempts. */
function fresh(name: string, story: () => Promise<void>): void {
  test(name, async () => {
    await world.db`delete from sign_in_failures`;
    await story();
  });
}

async function freshCode(): Promise<string> {
  const seat = await createSeatWithToken(tenant.ctx(), { device_name: 'Glasses 9', roles: ['trainer'] });
  const { code } = await createPairingCode(tenant.ctx(), seat.seat_id);
  noteSecret(code);
  return code;
}

const guess = () => world.nobody.post(PAIR, { code: randomCode(8) });
const guesses = (times: number) => Promise.all(Array.from({ length: times }, guess));

/** Pairs glasses from another address without HTTP, because over HTTP the test has only one address. */
async function pairFrom(address: string, code: string): Promise<string> {
  const guest = { db: world.db, now: world.clock.now(), address };
  return pairDevice(guest, { code }).then(
    () => 'paired',
    (error: { code: string }) => error.code,
  );
}

fresh(
  `429 from the ${of_network + 1}st wrong code on, also for concurrent codes and for the right code`,
  async () => {
    const code = await freshCode();
    const answers = await guesses(5 * of_network);
    assert.equal(answers.filter(({ status }) => status === 404).length, of_network);
    const refused = await world.nobody.post(PAIR, { code });
    assert.deepEqual([refused.status, Object.keys(refused.body)], [429, ['error', 'message']]);
    assert.equal(refused.body.error, 'TOO_MANY_REQUESTS');
    assert.equal(refused.headers.get('Retry-After'), String(WINDOW_MS / 1000));
    assert.equal(await pairFrom('203.0.113.9', code), 'paired', 'glasses elsewhere are not shut out');
    world.clock.advance(WINDOW_MS + 1);
    assert.equal((await guess()).status, 404);
  },
);

fresh('201 for any number of right codes from one network', async () => {
  for (let seat = 0; seat < of_network + 5; seat++)
    assert.equal((await world.nobody.post(PAIR, { code: await freshCode() })).status, 201);
});

fresh(
  '429 from the fourth wrong code of a network while many networks guess, and 201 for the right code of another network',
  async () => {
    const of = (network: number) => `198.51.${Math.floor(network / 250)}.${network % 250}`;
    for (let network = 0; network * of_network < in_all; network++)
      await Promise.all(Array.from({ length: of_network }, () => pairFrom(of(network), randomCode(8))));
    const late = [];
    for (let tried = 0; tried < of_network; tried++) late.push(await pairFrom('192.0.2.7', randomCode(8)));
    assert.equal(late.filter((outcome) => outcome === 'NOT_FOUND').length, of_network_in_flood);
    assert.equal(await pairFrom('192.0.2.8', await freshCode()), 'paired');
    await world.db`delete from sign_in_failures where failures >= ${in_all}`;
    assert.equal(await pairFrom('192.0.2.7', randomCode(8)), 'TOO_MANY_REQUESTS', 'until its window ends');
  },
);

fresh('429 for wrong codes from many addresses of one /64 network, 404 from another network', async () => {
  const from = (host: number) => pairFrom(`2001:db8:1:2::${host.toString(16)}`, randomCode(8));
  const outcomes = [];
  for (let host = 1; host <= 2 * of_network; host++) outcomes.push(await from(host));
  assert.equal(outcomes.filter((outcome) => outcome === 'NOT_FOUND').length, of_network);
  assert.equal(await pairFrom('2001:db8:1:3::1', randomCode(8)), 'NOT_FOUND', 'the control: another network');
});
