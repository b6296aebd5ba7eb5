import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { defineCountedList, type PageFilter } from '../../src/counts/counted.ts';
import type { CountedRow } from '../../src/counts/sql/deltas.ts';
import { areRowsSharded } from '../../src/lib/sql/sharding.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import { countAll, rollupOf, forgetCounts, SMALL_THRESHOLDS } from '../support/countedLists.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const { account_id } = await world.account();
const STARTS_AT = Date.parse('2026-01-30T22:00:00Z');
const COUNT = 10 * SMALL_THRESHOLDS.dense;
const writers = [randomUUID(), randomUUID()] as const;

/* Everything that a new counted list needs: a table with an index, a name in the ledgers, and a declaration. */
await db`
  create table notes (
    account_id uuid not null,
    id uuid not null,
    kind text not null,
    written_by uuid,
    written_at timestamptz(3) not null,
    removed_at timestamptz(3),
    primary key (account_id, id)
  )`;
await db`create index notes_by_kind on notes (account_id, kind, written_at desc, id desc) where removed_at is null`;
if (areRowsSharded(db))
  await db`select create_distributed_table('notes', 'account_id', colocate_with => 'accounts')`;
await db`alter table count_ledgers drop constraint count_ledgers_counted_check`;
await db`
  alter table count_ledgers
  add constraint count_ledgers_counted_check check (counted in ('tasks', 'sessions', 'users', 'notes'))`;

type NoteFilter = PageFilter & { kind?: 'plain' | 'urgent'; written_by?: string };
const COUNTED_NOTES = defineCountedList<NoteFilter>({
  table: 'notes',
  row: 'note',
  at: 'written_at',
  owner: 'written_by',
  traits: { kind: ['plain', 'urgent'] },
  deleted_at: 'removed_at',
});

async function addNote(number: number): Promise<string> {
  const id = randomUUID();
  const row = {
    account_id,
    id,
    kind: number % 3 === 0 ? 'urgent' : 'plain',
    written_by: writers[number % 2] ?? null,
    written_at: new Date(STARTS_AT + number * 60_000),
  };
  await transaction(db, (tx) =>
    Promise.all([tx`insert into notes ${tx(row)}`, COUNTED_NOTES.noteInserted(tx, account_id, [row])]),
  );
  return id;
}

async function changeNote(id: string, update: { kind?: string; removed_at?: Date }): Promise<void> {
  await transaction(db, async (tx) => {
    const [before] = await tx<CountedRow[]>`
      select note.kind, note.written_by, note.written_at, note.removed_at
      from notes as note
      where note.account_id = ${account_id}
        and note.id = ${id}
      for update`;
    assert.ok(before);
    await tx`update notes set ${tx(update)} where account_id = ${account_id} and id = ${id}`;
    await COUNTED_NOTES.noteUpdated(tx, account_id, [{ before, after: { ...before, ...update } }]);
  });
}

async function listNotes(filter: NoteFilter): Promise<{ total: number; ids: string[] }> {
  const { shown, total } = await COUNTED_NOTES.readPage<{ id: string }>(db, account_id, filter, {
    columns: db`note.id, note.written_at`,
    joins: db``,
  });
  return { total, ids: shown.map(({ id }) => id) };
}

const ids: string[] = [];
for (let number = 0; number < COUNT; number++) ids.push(await addNote(number));
await changeNote(ids[0] ?? '', { kind: 'plain' });
await changeNote(ids[1] ?? '', { removed_at: new Date() });

const FILTERS: Record<string, NoteFilter> = {
  everything: { limit: 5, offset: 0 },
  'a kind': { kind: 'urgent', limit: 5, offset: 0 },
  'an owner': { written_by: writers[0], limit: 5, offset: 0 },
  'an owner and a kind': { written_by: writers[0], kind: 'plain', limit: 5, offset: 0 },
  'a range': {
    from: new Date(STARTS_AT + 600_000).toISOString(),
    to: new Date(STARTS_AT + 1_200_000).toISOString(),
    limit: 50,
    offset: 0,
  },
};
const listAll = async () => Object.fromEntries(await Promise.all(Object.entries(FILTERS).map(listOne)));
const listOne = async ([what, filter]: [string, NoteFilter]) => [what, await listNotes(filter)] as const;
const rollup = rollupOf(db, { lists: [COUNTED_NOTES] });
const lengthOf = async () =>
  (
    await db`select row_count::int from count_ledgers where account_id = ${account_id} and counted = 'notes'`
  )[0]?.['row_count'];
const listWith = async () => ({ length: await lengthOf(), pages: await listAll() });
const written = await listWith();
await countAll(rollup);
const folded = await listWith();
await forgetCounts(db, account_id, 'notes');
const uncounted = await listWith();
await countAll(rollup);
const recounted = await listWith();
await db`update notes set removed_at = now() where account_id = ${account_id} and id = ${ids[2] ?? ''}`;
const unnoted = await listAll();

test('a newly declared list has the same count by deltas, by cells and row by row', () => {
  const { pages } = written;
  assert.deepEqual(
    [written, folded, uncounted, recounted],
    [undefined, COUNT - 1, null, COUNT - 1].map((length) => ({ length, pages })),
  );
  const urgent = ids.filter((_, number) => number > 0 && number % 3 === 0).length;
  assert.deepEqual(
    Object.values(pages).map(({ total }) => total),
    [COUNT - 1, urgent, COUNT / 2, COUNT / 2 - urgentOfFirst(), 11],
  );
  assert.deepEqual(pages['everything']?.ids, ids.toReversed().slice(0, 5));
});

test('control: an unrecorded change is missing in the total of the cells', () => {
  assert.equal(unnoted['everything']?.total, COUNT - 1);
});

/** Returns the number of urgent notes of the first writer. */
function urgentOfFirst(): number {
  return ids.filter((_, number) => number > 0 && number % 6 === 0).length;
}
