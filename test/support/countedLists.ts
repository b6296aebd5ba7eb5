import { DAY_MS } from '../../src/lib/time/clock.ts';
import { COUNTED_SESSIONS } from '../../src/features/sessions/sql/counted.ts';
import { listSessions } from '../../src/features/sessions/sql/sessions.ts';
import { countUncountedLists, rollUpAllLists, type RollupOptions } from '../../src/counts/rollUp.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { COUNTED_USERS } from '../../src/features/users/sql/counted.ts';
import { listTasks } from '../../src/features/tasks/sql/tasks.ts';
import type { SessionFilter } from '../../src/features/sessions/contract.ts';
import type { TaskFilter } from '../../src/features/tasks/contract.ts';
import type { Database, Fragment, Queryable } from '../../src/lib/sql/sql.ts';

/** The thresholds are small, so that a few rows make a list busy and a cell dense. */
export const SMALL_THRESHOLDS = { busy: 10, dense: 12 };

export function rollupOf(db: Database, changes: Partial<RollupOptions> = {}): RollupOptions {
  return {
    db,
    lists: [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS],
    limits: SMALL_THRESHOLDS,
    ...changes,
  };
}

/** Runs all counting and roll-up that is due. */
export async function countAll(rollup: RollupOptions): Promise<void> {
  await countUncountedLists(rollup);
  await rollUpAllLists(rollup);
}

/** Removes the counters of a list, as for rows written by an earlier version or loaded without the service. */
export async function forgetCounts(db: Queryable, account_id: string, counted: string): Promise<void> {
  await db`
    insert into count_ledgers (account_id, counted)
    values (${account_id}, ${counted})
    on conflict (account_id, counted) do update
      set row_count = null`;
}

type Answer = { total: number; ids: string[] };
export type Comparison = { filter: object; ours: Answer; naive: Answer };

/** Reads the answer of the service and a plain count from the same snapshot. */
export async function compareTasks(
  db: Database,
  account_id: string,
  filter: TaskFilter,
): Promise<Comparison> {
  return inOneSnapshot(db, async (tx) => {
    const { total, tasks } = await listTasks(tx, account_id, filter);
    const naive = await readPlainly(tx, filter, {
      rows: tx`select id, created_at as at from tasks where account_id = ${account_id}`,
      conditions: ['status', 'source', 'assigned_to'].map((name) => equals(tx, name, filter)),
    });
    return { filter, ours: { total, ids: tasks.map(({ id }) => id) }, naive };
  });
}

export async function compareSessions(
  db: Database,
  account_id: string,
  filter: SessionFilter,
): Promise<Comparison> {
  return inOneSnapshot(db, async (tx) => {
    const { total, sessions } = await listSessions(tx, account_id, filter);
    const naive = await readPlainly(tx, filter, {
      rows: tx`select id, started_at as at from sessions where account_id = ${account_id} and deleted_at is null`,
      conditions: ['status', 'role'].map((name) => equals(tx, name, filter)),
    });
    return { filter, ours: { total, ids: sessions.map(({ id }) => id) }, naive };
  });
}

function inOneSnapshot<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`;
    return work(tx);
  });
}

function equals(db: Queryable, name: string, filter: Record<string, unknown>): Fragment {
  const value = filter[name] as string | undefined;
  return value === undefined ? db`` : db`and ${db.unsafe(name)} = ${value}`;
}

async function readPlainly(
  db: Queryable,
  filter: { from?: string; to?: string; limit: number; offset: number },
  {
    rows,
    conditions: [first = db``, second = db``, third = db``],
  }: { rows: Fragment; conditions: Fragment[] },
): Promise<Answer> {
  const { from = '-infinity', to = 'infinity', limit, offset } = filter;
  const matching = db`(${rows} ${first} ${second} ${third}) as row where row.at between ${from} and ${to}`;
  const [{ total } = { total: 0 }] = await db<
    { total: number }[]
  >`select count(*)::int as total from ${matching}`;
  const page = await db<{ id: string }[]>`
    select row.id from ${matching} order by row.at desc, row.id desc limit ${limit} offset ${offset}`;
  return { total, ids: page.map(({ id }) => id) };
}

/** Creates a pseudo-random chooser: equal seeds give equal choices. */
export function createRandomChooser(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    one: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    maybe: <T>(share: number, value: () => T): T | undefined => (next() < share ? value() : undefined),
  };
}
export type RandomChooser = ReturnType<typeof createRandomChooser>;

/** Returns a random moment within a few months; most are within the same few seconds. */
export function randomMoment({ below, one }: RandomChooser): Date {
  const start = Date.parse('2026-01-30T22:58:57.000Z');
  const within_ms = one([500, 4_000, 90_000, 3_600_000, DAY_MS, 60 * DAY_MS]);
  return new Date(start + below(within_ms));
}
