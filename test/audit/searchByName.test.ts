/* Audit entries are found by a part of the name of their target. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction, type Database } from '../../src/lib/sql/sql.ts';
import { searchTargetIdsByName } from '../../src/audit/sql/searchByName.ts';
import { selectNewestEntries } from '../../src/audit/sql/entries.ts';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import { consoleOf } from '../../support/console.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Nord');
const admin = await consoleOf(world, tenant.admin);
const strangers = await world.account('Süd');
const other = await consoleOf(world, strangers.admin);

type Entry = { action: string; target_id: string | null };

const find = async (name: string, more: Record<string, string> = {}): Promise<Entry[]> => {
  const { status, body } = await admin.get(`/audit?${new URLSearchParams({ name, ...more }).toString()}`);
  assert.equal(status, 200);
  return body.entries;
};
const actions = (entries: readonly Entry[]) => entries.map(({ action }) => action);

test('200 with the entries whose target has the name in any case, and no others', async () => {
  const { body } = await admin.post('/keys', { name: 'Zither planner', scopes: ['read:tasks'] });
  await admin.post('/keys', { name: 'Stores', scopes: ['read:tasks'] });
  await admin.delete(`/keys?key_id=${body.id}`);
  assert.deepEqual(actions(await find('ITHER pl')), ['key.revoked', 'key.created']);
  assert.deepEqual(await find('zither x'), []);
});

test('200 for the current name of each kind of target', async () => {
  const roles = ['trainer'];
  const { seat_id } = (await admin.post('/seats', { device_name: 'Glasses 1', roles })).body;
  await admin.patch(`/seats?seat_id=${seat_id}`, { device_name: 'Quokka' });
  const url = 'https://quokka.example.com/T0/hush';
  await admin.post('/endpoints', { url, events: ['task.created'], name: 'Planning' });
  await admin.post('/endpoints', { url, events: ['task.created'] });
  await admin.post('/skills', { name: 'Ask the quokka', kind: 'knowledge_search', config: {} });
  const person = { email: 'q@example.com', full_name: 'Quokka Okafor', access: 'member' };
  await admin.post('/people', person);
  const found = actions(await find('quokka'));
  assert.deepEqual(found, [
    'user.invited',
    'skill.created',
    'endpoint.created',
    'seat.changed',
    'seat.created',
  ]);
  assert.deepEqual(actions(await find('hush')), [], 'the path of an address may be a secret');
});

test('200 for the recorded name of a deleted target', async () => {
  const content = Buffer.from('How to feed a yak').toString('base64');
  const { id } = (await admin.post('/documents', { name: 'Yak sheet.txt', content })).body;
  assert.equal((await admin.delete(`/documents?document_id=${id}`)).status, 200);
  assert.deepEqual(actions(await find('yak sh')), ['document.deleted', 'document.uploaded']);
});

test('200 for SQL pattern characters, taken literally', async () => {
  await admin.post('/keys', { name: '100% of_it\\', scopes: ['read:tasks'] });
  for (const letters of ['100%', 'of_it', '\\']) assert.equal((await find(letters)).length, 1, letters);
  assert.deepEqual([await find('1%0'), await find('of?it')], [[], []]);
});

test('200 with the entries that match the name and the other filters, also as CSV', async () => {
  await admin.post('/keys', { name: 'Okapi', scopes: ['read:tasks'] });
  const roles = ['trainer'];
  await admin.post('/seats', { device_name: 'Okapi', roles });
  assert.deepEqual(actions(await find('okapi')), ['seat.created', 'key.created']);
  assert.deepEqual(actions(await find('okapi', { action: 'key' })), ['key.created']);
  const { text } = await world.nobody.call('/audit.csv?name=okapi', { headers: { Cookie: admin.cookie } });
  assert.deepEqual(text.match(/\b(?:seat|key)\.created\b/g), ['seat.created', 'key.created']);
});

test('200 without entries of other accounts, 400 for a name that is too long', async () => {
  await other.post('/keys', { name: 'Their wombat', scopes: ['read:tasks'] });
  assert.deepEqual(await find('wombat'), []);
  assert.equal((await other.get('/audit?name=wombat')).body.entries.length, 1, 'the control');
  assert.equal((await admin.get(`/audit?name=${'x'.repeat(201)}`)).status, 400);
});

test('at most the newest 10,000 entries are read', onOneServer('counts of rows read'), async () => {
  await world.db`
    insert into audit_entries (account_id, id, action, actor_kind, target_id, details, created_at)
    select ${tenant.account_id}, gen_random_uuid(), 'task.told', 'system', null, '{}', ${world.clock.now()}
    from generate_series(1, 25000)`;
  await world.db`analyze audit_entries`;
  const read = await countRead('zither');
  assert.ok(read >= MOST_SEARCHED && read < 1.1 * MOST_SEARCHED * ROWS_AND_INDEX, `${read} rows`);
});

/** A row and its index entry. */
const ROWS_AND_INDEX = 2;

async function countRead(text: string): Promise<number> {
  return transaction(world.db, async (tx) => {
    const db = tx as unknown as Database;
    const before = await rowsRead(db, ['audit_entries']);
    const entries = selectNewestEntries(tx, tenant.account_id, {});
    await searchTargetIdsByName(tx, tenant.account_id, entries, { text, wordsOf: (kind) => [kind] });
    return (await rowsRead(db, ['audit_entries'])).audit_entries - before.audit_entries;
  });
}
