import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDocuments } from '../../src/features/knowledge/sql/documents.ts';
import { listProcedures } from '../../src/features/procedures/queries.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const MANY = 5_000;
const PAGE = { limit: 50, offset: 0 };

const world = await openWorld();
const { tenant, make } = await openAccountCallers(world);
const api = await tenant.api();
const { account_id } = tenant;
for (const name of ['Vacuum pump manual.txt', 'Pump oil.txt']) await make.document({ name });
const collection_id: string = (await api.get('/v1/documents')).body.documents[0].collection.id;
const session_id = await make.session({});
await world.db`
  insert into procedures (account_id, id, session_id, position, title, created_at)
  select ${account_id}, gen_random_uuid(), ${session_id}, step.position, step.title, now()
  from unnest(${['Vacuum pump check', 'Check the oil of the pump']}::text[]) with ordinality as step (title, position)`;
const strangers = await openAccountCallers(world, 'Werkstatt Süd');
await strangers.make.document({ name: 'Vacuum of the strangers.txt' });

const LISTS = {
  documents: { nameOf: ({ name }: { name: string }) => name.replace('.txt', '') },
  procedures: { nameOf: ({ title }: { title: string }) => title },
};
const EXPECTED = {
  documents: { vacuum: ['Vacuum pump manual'], both: ['Pump oil', 'Vacuum pump manual'] },
  procedures: { vacuum: ['Vacuum pump check'], both: ['Check the oil of the pump', 'Vacuum pump check'] },
};

for (const list of ['documents', 'procedures'] as const) {
  const find = async (search: string) => {
    const query = new URLSearchParams({ search }).toString();
    const { status, body } = await api.get(`/v1/${list}?${query}`);
    assert.equal(status, 200, search);
    const names: string[] = body[list].map(LISTS[list].nameOf).toSorted();
    assert.equal(body.total, names.length);
    return names;
  };

  test(`200 with ${list} by words in any order, each of which may be unfinished`, async () => {
    for (const search of ['vacuum', 'PUMP vac', 'vac pump', ' vacuum,pump '])
      assert.deepEqual(await find(search), EXPECTED[list].vacuum, search);
    assert.deepEqual(await find('pump'), EXPECTED[list].both);
    assert.deepEqual(await find('vacuum oil'), []);
    assert.deepEqual(await find('ump'), []);
  });

  test(`200 for hostile searches of ${list}, 400 for one that is too long`, async () => {
    for (const search of ["' | a", '\\', ':*', '%', 'a <2> !b:*AB', '<b>x</b>', '\u202Evac', 'a '.repeat(99)])
      await find(search);
    assert.equal((await api.get(`/v1/${list}?search=${'a'.repeat(201)}`)).status, 400);
    assert.equal((await api.get(`/v1/${list}?search=a%00b`)).status, 400);
  });
}

test('200 for a rare word, which reads a few rows of many', onOneServer('counts of rows read'), async () => {
  await addMany();
  assert.ok((await countRead('knowledge_documents')) <= 200);
  assert.ok((await countRead('procedures')) <= 200);
  assert.ok((await countRead('knowledge_documents', 'drop index knowledge_documents_by_words')) >= MANY);
  assert.ok((await countRead('procedures', 'drop index procedures_by_words')) >= MANY);
});

async function addMany(): Promise<void> {
  await world.db`
    insert into knowledge_documents (
      account_id, id, collection_id, name, file_key, bytes, state, created_at, updated_at, due_at
    )
    select ${account_id}, gen_random_uuid(), ${collection_id}, 'Hinge ' || number, 'none', 1, 'ready', now(), now(), now()
    from generate_series(1, ${MANY}) as number`;
  await world.db`
    insert into procedures (account_id, id, session_id, position, title, created_at)
    select ${account_id}, gen_random_uuid(), ${session_id}, 10 + number, 'Hinge ' || number, now()
    from generate_series(1, ${MANY}) as number`;
  await world.db`vacuum (analyze) knowledge_documents`;
  await world.db`vacuum (analyze) procedures`;
}

/** Counts the rows that the search for a rare word reads, in a transaction that is rolled back afterwards. */
async function countRead(table: 'knowledge_documents' | 'procedures', change = 'select 1'): Promise<number> {
  let read = 0;
  await assert.rejects(
    world.db.begin(async (tx) => {
      await tx.unsafe(change);
      const db = tx as unknown as Database;
      const before = await rowsRead(db, [table]);
      const filter = { search: 'vacuum', ...PAGE };
      const { total } =
        table === 'procedures'
          ? await listProcedures(tx, account_id, filter)
          : await listDocuments(tx, account_id, filter);
      assert.equal(total, 1);
      read = (await rowsRead(db, [table]))[table] - before[table];
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  return read;
}
