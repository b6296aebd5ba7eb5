import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { authenticate, type AuthenticationAttempt } from '../../src/access/authenticate.ts';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { integrationCredential } from '../../src/features/integrations/credential.ts';
import { apiKeyCredential } from '../../src/features/keys/credential.ts';
import { createKey, revokeKey } from '../../src/features/keys/keys.ts';
import { deviceCredential } from '../../src/features/seats/credential.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const [tenant, other] = [await world.account(), await world.account()];
const statements: string[] = [];
const db = connect(world.connection, { ...LONG_TIMEOUTS, observe: (text) => void statements.push(text) });
after(() => db.end());

const unused = { note() {}, flush: async () => {}, close: async () => {} };
const kinds = [apiKeyCredential(unused), deviceCredential(unused), integrationCredential(unused)];
const newKey = (of = tenant) => createKey(of.ctx(), { name: 'Shared', scopes: [...ALL_SCOPES] });

/** Identifies the callers of simultaneous requests: their ids, or the error code. */
function identify(tokens: readonly string[]): Promise<string[]> {
  return identifyAll(tokens.map((token) => presentingOf(token)));
}

async function identifyAll(requests: readonly AuthenticationAttempt[]): Promise<string[]> {
  const found = await Promise.allSettled(requests.map((one) => authenticate(() => db, kinds, one)));
  return found.map((one) => (one.status === 'fulfilled' ? one.value.credential_id : one.reason.code));
}

function presentingOf(token: string, from = '127.0.0.1', now = world.clock.now()): AuthenticationAttempt {
  return { request: requestWith(token), address: () => from, now, noteRejected() {} };
}

function requestWith(token: string): IncomingMessage {
  return { headersDistinct: { authorization: [`Bearer ${token}`] } } as unknown as IncomingMessage;
}

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  statements.length = 0;
  await work();
  return statements.length;
}

test('concurrent lookups of one account and kind share one statement, and each request gets its own caller', async () => {
  const [first, second] = [await newKey(), await newKey()];
  const tokens = [first.key, second.key, first.key, second.key];
  const count = await countStatements(async () =>
    assert.deepEqual(await identify(tokens), [first.id, second.id, first.id, second.id]),
  );
  assert.equal(count, 1);
});

test('401 in a shared lookup for a request from a forbidden address or after the expiry of its key', async () => {
  const ends_at = new Date(world.clock.now().getTime() + 60_000);
  const made = { name: 'Bound', scopes: [...ALL_SCOPES], expires_at: ends_at.toISOString() };
  const { id, key } = await createKey(tenant.ctx(), { ...made, allowed_addresses: ['203.0.113.0/24'] });
  const just = new Date(ends_at.getTime() - 1);
  const count = await countStatements(async () =>
    assert.deepEqual(
      await identifyAll([
        presentingOf(key, '203.0.113.7'),
        presentingOf(key, '198.51.100.1'),
        presentingOf(key, '203.0.113.7', just),
        presentingOf(key, '203.0.113.7', ends_at),
      ]),
      [id, 'INVALID_KEY', id, 'INVALID_KEY'],
    ),
  );
  assert.equal(count, 1);
});

test('control: sequential lookups take one statement per request', async () => {
  const { id, key } = await newKey();
  const count = await countStatements(async () => {
    for (let at = 0; at < 4; at++) assert.deepEqual(await identify([key]), [id]);
  });
  assert.equal(count, 4);
});

test('lookups of different accounts or kinds of credentials are not shared', async () => {
  const [mine, theirs] = [await newKey(), await newKey(other)];
  const { integration_id, secret } = await createIntegration(tenant.ctx(), { provider: 'erp' });
  const count = await countStatements(async () =>
    assert.deepEqual(await identify([mine.key, theirs.key, secret]), [mine.id, theirs.id, integration_id]),
  );
  assert.equal(count, 3);
});

test('401 for a request after a revocation, also together with live keys', async () => {
  const [revoked, live] = [await newKey(), await newKey()];
  assert.deepEqual(await identify([revoked.key, live.key]), [revoked.id, live.id]);
  await revokeKey(tenant.ctx(), revoked.id);
  assert.deepEqual(await identify([live.key, revoked.key, live.key]), [live.id, 'INVALID_KEY', live.id]);
});

test('401 for a request after a revocation while the lookup of an earlier request is running', async () => {
  const { id, key } = await newKey();
  const lookups: Promise<string[]>[] = [];
  const count = await countStatements(async () => {
    await world.db.begin(async (tx) => {
      await tx`lock table api_keys in access exclusive mode`;
      lookups.push(identify([key]));
      await eventually(
        async () => statements.length,
        (sent) => sent === 1,
      );
      await tx`update api_keys set revoked_at = now() where account_id = ${tenant.account_id} and id = ${id}`;
      lookups.push(identify([key, key]));
      await eventually(
        async () => statements.length,
        (sent) => sent === 2,
      );
    });
    assert.deepEqual(await lookups[1], ['INVALID_KEY', 'INVALID_KEY']);
    await lookups[0];
  });
  assert.equal(count, 2);
});
