import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { MOST_MAILS_PER_DAY } from '../../src/features/mail/quota.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Answer } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const { to_recipient, of_account } = MOST_MAILS_PER_DAY;

let made = 0;
const somebody = () => ({ email: `flood-${(made += 1)}@example.com`, full_name: 'Ines Vogel' });
const count = (answers: Answer[], wanted: number) => answers.filter(({ status }) => status === wanted).length;

/** Inserts mails as if the account had sent this many today, to as many addresses. */
async function plantMails({ account_id }: Tenant, mails: number): Promise<void> {
  const now = world.clock.now();
  const rows = Array.from({ length: mails }, (_, at) => ({
    account_id,
    id: newId(now),
    recipient: `planted-${at}@example.com`,
    subject: 'x',
    created_at: now,
    due_at: now,
    give_up_at: now,
    state: 'sent',
  }));
  await world.db`insert into mails ${world.db(rows)}`;
}

test('429 after ten mails to one user, for forty concurrent requests', async () => {
  const tenant = await world.account();
  const dashboard = await consoleOf(world, tenant.admin);
  const { body: invited } = await dashboard.post('/people', { ...somebody(), access: 'member' });
  const again = () => dashboard.post(`/people/invitation?user_id=${invited.user_id}`);
  const answers = await Promise.all(Array.from({ length: 40 }, again));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [to_recipient - 1, 41 - to_recipient]);
  const refused = answers.find(({ status }) => status === 429);
  assert.deepEqual(
    [refused?.body.error, refused?.body.message],
    [
      'TOO_MANY_REQUESTS',
      `email: this address already got ${to_recipient} emails within a day; try again tomorrow`,
    ],
  );
  assert.equal((await deliverMails(world)).length, to_recipient);
  world.clock.advance(DAY_MS - 60_000);
  assert.equal(
    (await (await consoleOf(world, tenant.admin)).post(`/people/invitation?user_id=${invited.user_id}`))
      .status,
    429,
  );
  world.clock.advance(60_001);
  assert.equal(
    (await (await consoleOf(world, tenant.admin)).post(`/people/invitation?user_id=${invited.user_id}`))
      .status,
    200,
  );
});

test('429 on the dashboard and 400 on the API for an account beyond its daily mail limit', async () => {
  const tenant = await world.account();
  const dashboard = await consoleOf(world, tenant.admin);
  const api = await tenant.api(['manage:users']);
  const viaConsole = () => dashboard.post('/people', { ...somebody(), access: 'member' });
  const viaApi = () => api.post('/v1/api-tenant-users', { ...somebody(), roles: ['admin'] });
  await plantMails(tenant, of_account - 2);
  assert.deepEqual(
    [(await viaConsole()).status, (await viaApi()).status],
    [201, 201],
    'the control: the last two',
  );
  const message = `email: this account already sent ${of_account} emails within a day; try again tomorrow`;
  const { body } = await viaConsole();
  assert.deepEqual([body.error, body.message], ['TOO_MANY_REQUESTS', message]);
  const refused = await viaApi();
  assert.deepEqual([refused.status, refused.body], [400, { error: 'BAD_REQUEST', message }]);
  const other = await world.account();
  assert.equal(
    (await (await other.api()).post('/v1/api-tenant-users', { ...somebody(), roles: ['admin'] })).status,
    201,
  );
});

test('429 leaves no user behind without a mail', async () => {
  const tenant = await world.account();
  await plantMails(tenant, of_account);
  const person = somebody();
  const dashboard = await consoleOf(world, tenant.admin);
  assert.equal((await dashboard.post('/people', { ...person, access: 'member' })).status, 429);
  const found = await world.db`select 1 from email_addresses where email = ${person.email}`;
  assert.equal(found.length, 0);
});

test('201 for exactly the remaining number of invitations in concurrent requests', async () => {
  const tenant = await world.account();
  const api = await tenant.api(['manage:users']);
  await plantMails(tenant, of_account - 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.post('/v1/api-tenant-users', { ...somebody(), roles: ['admin'] })),
  );
  assert.deepEqual([count(answers, 201), count(answers, 400)], [5, 15]);
});

test('no operation of /v1 documents or returns 429', async () => {
  const { body } = await world.nobody.get('/v1/openapi.json');
  const saying = Object.entries<Record<string, { responses?: object }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.values(methods).flatMap(({ responses = {} }) => ('429' in responses ? [path] : [])),
  );
  assert.deepEqual(
    saying.map((path) => path.endsWith('/pair')),
    [true],
    'the control: glasses are told',
  );
});
