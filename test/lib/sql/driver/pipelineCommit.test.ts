import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  withBeforeCommitStep,
  pipelineCommit,
  connect,
  transaction,
  type Database,
} from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';

const fresh = await cloneDatabase();
const seen: string[] = [];
const observe = (text: string) => void seen.push(text.trim().split(' ')[0] ?? '');
const db = connect(fresh.connection, { ...LONG_TIMEOUTS, observe });
after(async () => {
  await db.end({ timeout: 1 });
  await fresh.drop();
});
await fresh.db.unsafe('create table marks (name text primary key, note text)');

/** Writes two rows, of which the second may be rejected, and records when they were answered. */
function mark(
  names: readonly [string, string],
  { on = db, along = true }: { on?: Database; along?: boolean } = {},
) {
  seen.length = 0;
  return transaction(on, async (tx) => {
    if (along) pipelineCommit(tx);
    await Promise.all(names.map((name) => tx`insert into marks (name) values (${name})`));
    seen.push('answered');
    return names;
  });
}

async function listMarks(like: string): Promise<string[]> {
  const rows = await fresh.db<
    { name: string }[]
  >`select name from marks where name like ${like} order by name`;
  return rows.map(({ name }) => name);
}

test('COMMIT is sent with the statements, before any of them is answered', async () => {
  await mark(['along 1', 'along 2']);
  assert.deepEqual(seen, ['begin', 'insert', 'insert', 'commit', 'answered']);
  assert.deepEqual(await listMarks('along %'), ['along 1', 'along 2']);
});

test('control: without pipelining, COMMIT waits for the results', async () => {
  await mark(['later 1', 'later 2'], { along: false });
  assert.deepEqual(seen, ['begin', 'insert', 'insert', 'answered', 'commit']);
});

test('a failed statement rolls everything back, and its error is thrown', async () => {
  await assert.rejects(mark(['undone', 'undone']), { code: '23505' });
  assert.deepEqual(await listMarks('undone'), []);
  await mark(['next 1', 'next 2']);
  assert.deepEqual(await listMarks('next %'), ['next 1', 'next 2']);
});

test('an error of COMMIT itself is thrown', async () => {
  await fresh.db.unsafe(
    'alter table marks add foreign key (note) references marks deferrable initially deferred',
  );
  const work = transaction(db, async (tx) => {
    pipelineCommit(tx);
    await tx`insert into marks (name, note) values ('refused', 'not there')`;
  });
  await assert.rejects(work, { code: '23503' });
  assert.deepEqual(await listMarks('refused'), []);
});

test('statements after a pipelined COMMIT are rejected', async () => {
  const work = transaction(db, async (tx) => {
    pipelineCommit(tx);
    await tx`insert into marks (name) values ('in time')`;
    await tx`insert into marks (name) values ('too late')`;
  });
  await assert.rejects(work, /the transaction has ended/i);
  assert.deepEqual(await listMarks('%time'), ['in time']);
});

test('a step before the pipelined COMMIT still runs before it', async () => {
  const stepped = withBeforeCommitStep(
    db,
    async (tx) => void (await tx`insert into marks (name) values ('step')`),
  );
  await mark(['before 1', 'before 2'], { on: stepped });
  assert.deepEqual(seen, ['begin', 'insert', 'insert', 'answered', 'insert', 'commit']);
  assert.deepEqual(await listMarks('step'), ['step']);
});
