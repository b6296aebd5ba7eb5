import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { disconnectApp } from '../../src/features/connections/connections.ts';
import { revokeKey } from '../../src/features/keys/keys.ts';
import * as queries from '../../src/features/oauth/sql/tokens.ts';
import { newId } from '../../src/lib/ids.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import { hashToken, makeToken } from '../../src/access/tokens.ts';
import { callerAt } from '../../support/caller.ts';
import { makeApp } from '../support/oauth.ts';
import { sendRaw } from '../support/rawRequest.ts';
import { openWorld } from '../support/world.ts';

/** With `ROUNDS=334`, the test checks each node more than 1,000 times. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 20);

const world = await openWorld();
const nodes = [world.url, await world.addNode()];
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const app = await makeApp(world, owner);
const { client_id } = app;
const staff = () => world.platform();

/** Inserts a token as the token endpoint would, because a full OAuth flow takes half a second. */
async function giveToken(): Promise<string> {
  const { account_id, admin_id: user_id } = customer;
  const now = world.clock.now();
  const token = makeToken('tao_', account_id);
  const grant_id = newId(now);
  const scopes = ['read:tasks' as const];
  await transaction(world.db, async (tx) => {
    await queries.insertGrant(tx, account_id, { id: grant_id, client_id, user_id, scopes, created_at: now });
    await queries.insertAccessToken(tx, account_id, {
      id: newId(now),
      grant_id,
      token_hash: hashToken(token),
      scopes,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    });
  });
  return token;
}

async function statuses(token: string): Promise<number[]> {
  const callers = nodes.map((node) => callerAt(node, token));
  const answers = await Promise.all(callers.map((caller) => caller.get('/v1/api-tenant-tasks?limit=1')));
  return answers.map(({ status }) => status);
}

async function countStale(give: () => Promise<string>, end: () => Promise<unknown>): Promise<number> {
  let stale = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const token = await give();
    assert.deepEqual(await statuses(token), [200, 200]);
    await end();
    stale += (await statuses(token)).filter((status) => status !== 401).length;
  }
  return stale;
}

test('401 for the next request of a revoked key, on two nodes', async () => {
  let key_id = '';
  const give = async () => {
    const key = await customer.api();
    key_id = key.key_id;
    return key.token ?? '';
  };
  assert.equal(await countStale(give, () => revokeKey(customer.ctx(), key_id)), 0);
});

test('401 for the next request of a disconnected app, on two nodes', async () => {
  assert.equal(await countStale(giveToken, () => disconnectApp(customer.ctx(), client_id)), 0);
});

test('401 for the next request of a suspended app, on two nodes', async () => {
  const give = async () => {
    await approveApp(staff(), { client_id });
    return giveToken();
  };
  assert.equal(await countStale(give, () => suspendApp(staff(), { client_id })), 0);
});

test('400 for repeated client credentials, 200 for single ones', async () => {
  const asking = await makeApp(world, owner);
  const body = new URLSearchParams({ token: 'tor_unknown' }).toString();
  const pair = Buffer.from(`${asking.client_id}:${asking.client_secret}`).toString('base64');
  const head = [
    'POST /v1/oauth-revoke HTTP/1.1',
    'Host: here',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ];
  const statusFor = async (...credentials: string[]) =>
    (await sendRaw(world.url, [...head, ...credentials, '', body].join('\r\n'))).status;
  const basic = `Authorization: Basic ${pair}`;
  assert.deepEqual([await statusFor(basic, basic), await statusFor(basic)], [400, 200]);
});
