/* The secret header of a skill is sent only to the receiver for which it was set. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Skill } from '../../src/features/skills/contract.ts';
import type { Caller } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const receiver = await openReceiver();
const thief = await openReceiver();
after(() => Promise.all([receiver.close(), thief.close()]));
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());

const config = { url: `${receiver.url}/hook`, auth_header: { name: 'X-Key', value: 'hush-4711' } };
const withoutValue = { name: 'X-Key' };
const RULE = 'config.auth_header.value: required again, because config.url points to another host';

async function create(caller: Caller, path: string): Promise<Skill> {
  const { status, body, text } = await caller.post(path, { name: 'Lookup', kind: 'http', config });
  assert.equal(status, 201, text);
  return body;
}

async function keysReceived(caller: Caller, path: string, skill_id: string): Promise<unknown[]> {
  const calls = [receiver.received.length, thief.received.length];
  await caller.post(`${path}/test`, { skill_id, arguments: {} });
  const got = [receiver.received.slice(calls[0]), thief.received.slice(calls[1])];
  return got.map((requests) => requests.map(({ headers }) => headers['x-key']));
}

for (const [who, caller, path] of [
  ['an account', admin, '/skills'],
  ['the platform', staff, '/staff/skills'],
] as const)
  test(`400 for a skill of ${who} whose secret would be sent to another origin`, async () => {
    const skill = await create(caller, path);
    const ref = `${path}?skill_id=${skill.id}`;
    for (const url of [
      `${thief.url}/hook`,
      receiver.url.replace('http:', 'https:'),
      receiver.url.replace('127.0.0.1', '127.1.0.1'),
    ]) {
      const answer = await caller.patch(ref, { config: { url, auth_header: withoutValue } });
      assert.equal(answer.status, 400, url);
    }
    const { body } = await caller.patch(ref, {
      config: { url: `${thief.url}/hook`, auth_header: withoutValue },
    });
    assert.deepEqual([body.error, body.message], ['BAD_REQUEST', RULE]);
    assert.deepEqual(await keysReceived(caller, path, skill.id), [['hush-4711'], []]);

    const same = { url: `${receiver.url}/other`, auth_header: withoutValue };
    assert.equal((await caller.patch(ref, { config: same })).status, 200);
    assert.deepEqual(await keysReceived(caller, path, skill.id), [['hush-4711'], []]);

    const fresh = { url: `${thief.url}/hook`, auth_header: { name: 'X-Key', value: 'new' } };
    assert.equal((await caller.patch(ref, { config: fresh })).status, 200);
    assert.deepEqual(await keysReceived(caller, path, skill.id), [[], ['new']]);
  });

test('control: without the rule, the other receiver gets the secret', async () => {
  const skill = await create(admin, '/skills');
  await world.db`
    update skills
    set config = jsonb_set(config, '{url}', to_jsonb(${`${thief.url}/hook`}::text))
    where id = ${skill.id}`;
  assert.deepEqual(await keysReceived(admin, '/skills', skill.id), [[], ['hush-4711']]);
});
