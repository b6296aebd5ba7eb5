import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccountTables, readSources } from './sources.ts';
import { DIRECTORIES, accountConditionFaultsOf, writeStatementFaults } from './statements.ts';
import { readTemplates } from './templates.ts';

const tables = readAccountTables().filter((table) => !DIRECTORIES.includes(table));
const sources = readSources('src/**/*.ts');
const faults = sources.flatMap((source) => accountConditionFaultsOf(source, tables));

test('every statement has an account condition for each table, or a documented reason', () => {
  assert.ok(tables.length > 45, `${tables.length}`);
  assert.deepEqual(faults, []);
});

test('every write is a separate statement with a given time and an account condition', () => {
  assert.deepEqual(sources.flatMap(writeStatementFaults), []);
});

const FOUND: [string, string][] = [
  ['a statement without an account condition', 'db`select 1 from tasks as task where task.id = ${id}`'],
  [
    'an account through a join',
    'db`select 1 from tasks as task join users as person on person.account_id = task.account_id where task.account_id = ${account_id}`',
  ],
  [
    'an account condition with a subselect',
    'db`select 1 from tasks as task where task.account_id = (select id from accounts)`',
  ],
  [
    'an account condition whose value is hidden from the planner',
    `db\`select 1 from tasks as task where task.account_id = \${unplanned(db, 'uuid', account_id)}\``,
  ],
  [
    'rows of a CTE with its account',
    'db`insert into tasks (account_id, id) select made.account_id, made.id from made`',
  ],
  [
    'rows for every account',
    'db`insert into tasks (account_id, id) select account.id, made.id from accounts as account cross join made`',
  ],
  ['an update of every account', 'db`update tasks set title = null where id = ${id}`'],
];

for (const [what, statement] of FOUND)
  test(`detected: ${what}`, () => assert.deepEqual(faultsOf(statement), ['src/features/a/queries.ts find']));

const FINE: [string, string][] = [
  ['a single table with an account condition', 'db`delete from tasks where account_id = ${account_id}`'],
  [
    'two tables, each with an account condition',
    'db`select 1 from tasks as task join users as person on person.account_id = ${account_id} where task.account_id = ${account_id}`',
  ],
  ['an insert of an object with the account', 'db`insert into tasks ${db({ account_id, id })}`'],
  [
    'an insert with the account as a column',
    'db`insert into tasks (account_id, id) select ${account_id}, made.id from made`',
  ],
  [
    'an insert joined with the row of the account',
    'db`insert into tasks (account_id, id) select account.id, made.id from accounts as account cross join made where account.id = ${account_id}`',
  ],
  ['a table without an account', 'db`select 1 from backups`'],
];

for (const [what, statement] of FINE)
  test(`accepted: ${what}`, () => assert.deepEqual(faultsOf(statement), []));

const WRITES_FOUND: [string, string][] = [
  [
    'a write in a CTE of another write',
    'tx`with task as (insert into tasks ${tx({ account_id, id })} returning id) insert into count_deltas (account_id, id) select ${account_id}, task.id from task`',
  ],
  [
    'a write in a CTE of a read',
    'tx`with gone as materialized ( delete from tasks where account_id = ${account_id} returning id) select id from gone`',
  ],
  [
    'clock_timestamp() in a write',
    'tx`update tasks set completed_at = clock_timestamp() where account_id = ${account_id}`',
  ],
  [
    'rows that are selected only by their ctid',
    'tx`update webhook_queue as item set due_at = null from held where item.ctid = held.row_ctid`',
  ],
];

for (const [what, statement] of WRITES_FOUND)
  test(`detected: ${what}`, () =>
    assert.deepEqual(writeFaultsOf(statement), ['src/features/a/queries.ts find']));

const WRITES_FINE: [string, string][] = [
  [
    'a write of rows that a CTE reads',
    'tx`with due as (select id from tasks where account_id = ${account_id} for update) update tasks set title = null from due where tasks.account_id = ${account_id}`',
  ],
  ['clock_timestamp() in a read', 'db`select clock_timestamp() as now`'],
  [
    'rows that are selected by their ctid and account',
    'tx`update webhook_queue as item set due_at = null from held where item.ctid = held.row_ctid ${andShardOf(tx, account_id)}`',
  ],
];

for (const [what, statement] of WRITES_FINE)
  test(`accepted: ${what}`, () => assert.deepEqual(writeFaultsOf(statement), []));

test('a condition in a constant of the function is read where the constant is used', () => {
  const text = `function find() {
    const mine = db\`where task.account_id = \${account_id}\`;
    return db\`select 1 from tasks as task \${mine}\`;
  }`;
  assert.deepEqual(
    readTemplates('a.ts', text).map(({ sql }) => sql),
    [
      'where task.account_id = ‹account_id›',
      'select 1 from tasks as task where task.account_id = ‹account_id›',
    ],
  );
});

test('a reason above the function excuses its statements', () => {
  const text = '// across accounts: one sweeper\nexport function find() { return db`select 1 from tasks`; }';
  assert.deepEqual(accountConditionFaultsOf({ path: 'src/features/a/queries.ts', text }, tables), []);
});

function faultsOf(statement: string): string[] {
  const text = `function find(db, account_id) { return ${statement}; }`;
  return accountConditionFaultsOf({ path: 'src/features/a/queries.ts', text }, tables);
}

function writeFaultsOf(statement: string): string[] {
  const text = `function find(tx, db, account_id) { return ${statement}; }`;
  return writeStatementFaults({ path: 'src/features/a/queries.ts', text });
}

/** Files outside of queues that skip locked rows, each with the reason. */
const PASSING_LOCKED_ROWS: Record<string, string> = {
  'src/features/secretKeys/sql/sealed.ts':
    'a command seals values anew and leaves rows that change meanwhile',
  'src/features/tasks/sql/tasks.ts': 'a new task does not wait for its assignee to change',
  'src/features/webhooks/inbox/queries.ts': 'the oldest arrivals are deleted by one of several processes',
  'src/features/webhooks/sending/sql/claims.ts': 'the sender claims by endpoint and share',
  'src/features/webhooks/sending/sql/leases.ts':
    'rows of a sender that died are released by one of the others',
};

test('only queues claim rows', () => {
  const passing = readSources('src/**/*.ts').filter(({ text }) => text.includes('skip locked'));
  assert.deepEqual(
    passing.map(({ path }) => path).filter((path) => !path.startsWith('src/lib/concurrency/queue/')),
    Object.keys(PASSING_LOCKED_ROWS),
  );
});
