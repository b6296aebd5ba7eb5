/* Password reset links that are used twice, simultaneously, or for a deactivated user. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser, reactivateUser } from '../../src/features/users/users.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { deliverMails } from '../support/sentMails.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const NEW = '/reset-password/new';

async function requestLink(email: string): Promise<string> {
  const browser = openBrowser(world.url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  const [letter] = await deliverMails(world);
  return /https:\/\/ops\.example\.com(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
}

async function open(path: string): Promise<(password: string) => ReturnType<Browser['submit']>> {
  const browser = openBrowser(world.url);
  const page = await browser.get(path);
  assert.equal(page.status, 200);
  return (password) => browser.submit(page, NEW, { password });
}

const signsIn = async (email: string, password: string) =>
  (await openBrowser(world.url).signIn({ email, password })).status === 303;

test('200 for exactly one of six concurrent uses of a link, whose password applies', async () => {
  const { admin } = await world.account();
  const path = await requestLink(admin.email);
  const passwords = Array.from({ length: 6 }, (_, at) => `horse battery ${at}`);
  const users = await Promise.all(passwords.map(() => open(path)));
  const statuses = await Promise.all(
    users.map(async (submit, at) => (await submit(passwords[at] ?? '')).status),
  );
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404, 404],
  );
  const winner = passwords[statuses.indexOf(200)] ?? '';
  assert.equal(await signsIn(admin.email, winner), true);
  assert.equal(await signsIn(admin.email, passwords[statuses.indexOf(404)] ?? ''), false);
});

test('200 for exactly one of two links that are used concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { admin } = await world.account();
    const users = [await open(await requestLink(admin.email)), await open(await requestLink(admin.email))];
    const statuses = await Promise.all(
      users.map(async (submit, at) => (await submit(`horse battery ${at}`)).status),
    );
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 404],
    );
    assert.equal(await signsIn(admin.email, `horse battery ${statuses.indexOf(200)}`), true);
  }
});

test('404 for a link of a user who was deactivated, and after a reactivation', async () => {
  const tenant = await world.account();
  const person = await memberOf(tenant);
  const [user] = await world.db<{ id: string }[]>`
    select id from users where account_id = ${tenant.account_id} and email = ${person.email}`;
  const path = await requestLink(person.email);
  const submit = await open(path);
  await deactivateUser(tenant.ctx(), user?.id ?? '');
  assert.equal((await openBrowser(world.url).get(path)).status, 404);
  assert.equal((await submit('another horse battery')).status, 404);
  assert.equal(await requestLink(person.email), '', 'no mail for a user who left');
  await reactivateUser(tenant.ctx(), user?.id ?? '');
  assert.equal((await submit('another horse battery')).status, 404);
  assert.equal(await signsIn(person.email, person.password), true);
});

test('200 or 404 for a link that is used while its user is deactivated', async () => {
  for (let round = 0; round < 5; round += 1) {
    const tenant = await world.account();
    const person = await memberOf(tenant);
    const [user] = await world.db<{ id: string }[]>`
      select id from users where account_id = ${tenant.account_id} and email = ${person.email}`;
    const submit = await open(await requestLink(person.email));
    const [answer] = await Promise.all([
      submit('another horse battery'),
      deactivateUser(tenant.ctx(), user?.id ?? ''),
    ]);
    assert.ok([200, 404].includes(answer.status), `${answer.status}`);
    assert.equal(await signsIn(person.email, 'another horse battery'), false);
    await reactivateUser(tenant.ctx(), user?.id ?? '');
    assert.equal(await signsIn(person.email, 'another horse battery'), answer.status === 200);
  }
});
