import type { Context } from '../../src/access/context.ts';
import { countUncountedLists } from '../../src/counts/rollUp.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { COUNTED_USERS } from '../../src/features/users/sql/counted.ts';
import type { Database, Transaction } from '../../src/lib/sql/sql.ts';

const LISTS = [COUNTED_TASKS, COUNTED_USERS];
const PEOPLE = 200;
const CHUNK = 250_000;
const ACTS = ['Inspect', 'Replace', 'Oil', 'Calibrate', 'Clean', 'Tighten', 'Photograph', 'Drain'];
const THINGS = [
  'pump',
  'hinge',
  'valve',
  'gearbox',
  'conveyor',
  'burner',
  'filter',
  'door',
  'crane',
  'boiler',
];
const INDEX = /^CREATE (?:UNIQUE )?INDEX (\w+) ON/;

/**
 * Inserts tasks in bulk as a restore does: without foreign key checks, with indexes and counters created afterwards.
 */
export async function loadTasks({ db, account_id }: Context, rows: number): Promise<void> {
  const people = await loadPeople(db, account_id);
  const indexes = rows > CHUNK ? await dropIndexes(db) : [];
  for (let done = 0; done < rows; done += CHUNK) {
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await insertTasks(tx, account_id, people, { first: done + 1, last: Math.min(rows, done + CHUNK) });
    });
  }
  for (const definition of indexes) await db.unsafe(definition);
  await db`vacuum (analyze) tasks`;
  await db`vacuum (analyze) users`;
  for (const { name } of LISTS)
    await db`
      insert into count_ledgers (account_id, counted)
      values (${account_id}, ${name})
      on conflict (account_id, counted) do update
        set row_count = null`;
  await countUncountedLists({ db, lists: LISTS });
  for (const table of ['count_cells', 'count_splits', 'count_ledgers'])
    await db.unsafe(`vacuum (analyze) ${table}`);
}

async function dropIndexes(db: Database): Promise<string[]> {
  const indexes = await db<{ definition: string }[]>`
    select pg_get_indexdef(index.indexrelid) as definition
    from pg_index as index
    where index.indrelid = 'tasks'::regclass
      and not index.indisprimary`;
  const definitions = indexes.map(({ definition }) => definition);
  for (const definition of definitions) await db.unsafe(`drop index ${INDEX.exec(definition)?.[1] ?? ''}`);
  return definitions;
}

/** Creates users for the tasks; the first users get many more tasks than the last. */
async function loadPeople(db: Database, account_id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into users (account_id, id, email, full_name, is_admin, created_at)
    select ${account_id}, gen_random_uuid(), 'person-' || number || '@' || ${account_id} || '.example.com',
      'Person ' || number, false, now()
    from generate_series(1, ${PEOPLE}::int) as number
    returning id`;
  return rows.map(({ id }) => id);
}

type Part = { first: number; last: number };

/** Tasks are distributed over two years; an eighth falls into a few busy hours, and a quarter is unassigned. */
async function insertTasks(
  tx: Transaction,
  account_id: string,
  people: string[],
  { first, last }: Part,
): Promise<void> {
  await tx`
    insert into tasks (account_id, id, title, status, priority, source, assigned_to, created_at, completed_at)
    select
      ${account_id},
      (
        lpad(to_hex((extract(epoch from made.at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(made.number::text), 1, 3) || '8' || substr(md5(made.number::text), 4, 15)
      )::uuid,
      (${ACTS}::text[])[1 + made.number % ${ACTS.length}::int] || ' the '
        || (${THINGS}::text[])[1 + made.number / 7 % ${THINGS.length}::int] || ' ' || made.number,
      made.status,
      'medium',
      ('{api,api,api,integration,integration,manual}'::text[])[1 + floor(made.dice * 6)::int],
      (${people}::uuid[])[1 + floor(power(made.luck, 3) * ${Math.ceil(people.length * 2.37)}::int)::int],
      made.at,
      case when made.status = 'completed' then made.at end
    from (
      select
        number,
        date_trunc('milliseconds', now() - case
          when number % 8 = 0 then interval '30 days' * (number % 5) + random() * interval '1 hour'
          else random() * interval '730 days'
        end) as at,
        ('{completed,completed,completed,completed,completed,completed,completed,open,in_progress,cancelled}'::text[])
          [1 + floor(random() * 10)::int] as status,
        random() as dice,
        random() as luck
      from generate_series(${first}::int, ${last}::int) as number
    ) as made`;
}
