import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { workThrough, type Claims } from '../../../src/lib/concurrency/claims.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createTurns } from '../../../src/lib/concurrency/turns.ts';
import { holdClock } from '../../support/clock.ts';
import { cloneDatabase } from '../../support/database.ts';

const database = await cloneDatabase();
const { db } = database;
after(() => database.drop());
await db.unsafe('create table items (name text primary key, worked int not null default 0)');

const claims: Claims<string> = {
  async list(queryable) {
    return (await queryable<{ name: string }[]>`select name from items order by name`).map(
      ({ name }) => name,
    );
  },
  async take(tx, item) {
    const [row] = await tx<{ name: string }[]>`
      select name from items where name = ${item} for update skip locked`;
    return row?.name;
  },
};

/** Works through three items, of which some fail after they have written. */
function openShift() {
  const clock = holdClock();
  const turns = createTurns('a loop', { clock, log: createLog('silent') });
  const failing = new Set<string>();
  const run = () =>
    workThrough({
      db,
      claims,
      turns,
      nameOf: (item) => item,
      async work(tx, item) {
        await tx`update items set worked = worked + 1 where name = ${item}`;
        if (failing.has(item)) throw new Error('this item cannot be done');
      },
    });
  return { clock, failing, run };
}

async function workedOf(): Promise<number[]> {
  return (await db<{ worked: number }[]>`select worked from items order by name`).map(({ worked }) => worked);
}

test('each free item is done once in a turn, and a failing one stops no other', async () => {
  await db`delete from items`;
  await db`insert into items (name) values ('a'), ('b'), ('c')`;
  const { clock, failing, run } = openShift();
  failing.add('a');
  await run();
  assert.deepEqual(await workedOf(), [0, 1, 1], 'what a failing item wrote is undone');
  failing.clear();
  clock.advance(9_998);
  await run();
  clock.advance(1);
  await run();
  assert.deepEqual(await workedOf(), [0, 3, 3], 'a failed item waits, however often it is looked at');
  clock.advance(1);
  await run();
  assert.deepEqual(await workedOf(), [1, 4, 4]);
  failing.add('a');
  await run();
  failing.clear();
  clock.advance(10_000);
  await run();
  assert.deepEqual(await workedOf(), [2, 6, 6], 'once done, it waits as after a first failure');
});

test('an item that another worker holds is passed by', async () => {
  await db`delete from items`;
  await db`insert into items (name) values ('a'), ('b'), ('c')`;
  await db.begin(async (tx) => {
    await tx`select name from items where name = 'b' for update`;
    await openShift().run();
  });
  assert.deepEqual(await workedOf(), [1, 0, 1]);
});
test('what others have done meanwhile is not done again', async () => {
  const worked: string[] = [];
  const gone: Claims<string> = {
    list: async () => ['a', 'b'],
    take: async (_tx, item) => (item === 'a' ? undefined : item),
  };
  const turns = createTurns('a loop', { clock: holdClock(), log: createLog('silent') });
  await workThrough({
    db,
    claims: gone,
    turns,
    nameOf: String,
    work: async (_tx, item) => void worked.push(item),
  });
  assert.deepEqual(worked, ['b']);
});
