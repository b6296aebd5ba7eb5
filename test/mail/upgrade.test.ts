/* Mails queued by an earlier version, whose text contains both a name and the placeholder of the link. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { onOneServer } from '../support/cluster.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const HOUR_MS = 60 * 60_000;

async function waitsInOldForm(full_name: string): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  const mail = {
    account_id: tenant.account_id,
    id,
    recipient: 'old@example.com',
    subject: 'Your access to Nord',
    body: `Hello ${full_name},\n\nchoose a password here:\n\n{link}\n\nThe link works once.\n`,
    link_path: '/invitation?token=x',
    created_at: now,
    due_at: now,
    give_up_at: new Date(now.getTime() + HOUR_MS),
  };
  await world.db`insert into mails ${world.db(mail)}`;
  return id;
}

test('a waiting mail in the old format is sent, and its names are no links', async () => {
  await waitsInOldForm('evil.example');
  const [letter] = await deliverMails(world);
  assert.equal(
    letter?.text,
    'Hello evil. example,\n\nchoose a password here:\n\nhttps://ops.example.com/invitation?token=x\n\n' +
      'The link works once.\n',
  );
});

test('a waiting mail whose name contains the placeholder of the link is never sent', async () => {
  const id = await waitsInOldForm('https://evil.example/{link}');
  assert.deepEqual(await deliverMails(world), []);
  const [row] = await world.db`select state, last_error from mails where id = ${id}`;
  assert.deepEqual(
    { ...row },
    {
      state: 'waiting',
      last_error: 'the text of a queued mail must contain the placeholder of its link once',
    },
  );
  world.clock.advance(HOUR_MS);
  await deliverMails(world);
  const [ended] = await world.db`select state, body, link_path from mails where id = ${id}`;
  assert.deepEqual({ ...ended }, { state: 'given_up', body: null, link_path: null });
});

test('stored names lose invisible characters', onOneServer('runs an old migration'), async () => {
  const { db } = world;
  const { account_id, admin_id } = tenant;
  const ids = [newId(world.clock.now()), newId(world.clock.now())];
  await db`update accounts set name = ${'Werk\r\nstatt\u202E'} where id = ${account_id}`;
  await db`update users set full_name = ${'\u200B\u2066'} where id = ${admin_id}`;
  for (const id of ids) {
    const name = id === ids[0] ? 'Doors' : 'Doors\u200B';
    await db`
      insert into knowledge_collections (account_id, id, name, created_at)
      values (${account_id}, ${id}, ${name}, ${world.clock.now()})`;
  }
  const api = await tenant.api();
  const form = { name: 'Check', aliases: ['one', 'two'], template_image_url: 'https://example.com/a.png' };
  const { body } = await api.post('/v1/api-tenant-forms', form);
  await db`update forms set aliases = ${['a\u200Bb', 'two']}, category = ${'x\ty'} where id = ${body.id}`;
  await db.unsafe(await readFile(new URL('../../migrations/0032_clean_names.sql', import.meta.url), 'utf8'));
  const [account] = await db`select name from accounts where id = ${account_id}`;
  const [person] = await db`select full_name from users where id = ${admin_id}`;
  const collections =
    await db`select name from knowledge_collections where account_id = ${account_id} order by id`;
  const [cleaned] = await db`select name, aliases, category from forms where id = ${body.id}`;
  assert.deepEqual({ ...cleaned }, { name: 'Check', aliases: ['ab', 'two'], category: 'x y' });
  assert.equal(account?.['name'], 'Werk statt');
  assert.equal(person?.['full_name'], 'Unnamed');
  assert.deepEqual(
    collections.map(({ name }) => name),
    ['Doors', `Doors ${ids[1]?.slice(-12)}`],
  );
});
