import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccountTables, readSources } from './sources.ts';
import { DIRECTORIES, NOT_YET, statementFaults } from './statements.ts';
import { readTemplates } from './templates.ts';

const tables = readAccountTables().filter((table) => !DIRECTORIES.includes(table));
const sources = readSources('src/**/*.ts');
const faults = sources.flatMap((source) => statementFaults(source, tables));

test('every statement names the account as a value for each table, or says why not', () => {
  assert.ok(tables.length > 45, `${tables.length}`);
  assert.deepEqual(
    faults.filter((fault) => !Object.hasOwn(NOT_YET, fault)),
    [],
  );
});

test('a statement that names the account is no longer listed', () => {
  assert.deepEqual(
    Object.keys(NOT_YET).filter((listed) => !faults.includes(listed)),
    [],
  );
});

const FOUND: [string, string][] = [
  ['no account', 'db`select 1 from tasks as task where task.id = ${id}`'],
  [
    'an account through a join',
    'db`select 1 from tasks as task join users as person on person.account_id = task.account_id where task.account_id = ${account_id}`',
  ],
  [
    'an account as a subselect',
    'db`select 1 from tasks as task where task.account_id = (select id from accounts)`',
  ],
  [
    'an account hidden from the planner',
    `db\`select 1 from tasks as task where task.account_id = \${unplanned(db, 'uuid', account_id)}\``,
  ],
  ['rows of a part', 'db`insert into tasks (account_id, id) select made.account_id, made.id from made`'],
  [
    'rows beside every account',
    'db`insert into tasks (account_id, id) select account.id, made.id from accounts as account cross join made`',
  ],
  ['an update of every account', 'db`update tasks set title = null where id = ${id}`'],
];

for (const [what, statement] of FOUND)
  test(`${what} is found`, () => assert.deepEqual(faultsOf(statement), ['src/features/a/queries.ts find']));

const FINE: [string, string][] = [
  ['a table by itself', 'db`delete from tasks where account_id = ${account_id}`'],
  [
    'two tables, each with the account',
    'db`select 1 from tasks as task join users as person on person.account_id = ${account_id} where task.account_id = ${account_id}`',
  ],
  ['what is inserted as an object', 'db`insert into tasks ${db({ account_id, id })}`'],
  [
    'what is inserted as columns',
    'db`insert into tasks (account_id, id) select ${account_id}, made.id from made`',
  ],
  [
    'what is inserted beside the account’s own row',
    'db`insert into tasks (account_id, id) select account.id, made.id from accounts as account cross join made where account.id = ${account_id}`',
  ],
  ['a table of nobody', 'db`select 1 from backups`'],
];

for (const [what, statement] of FINE)
  test(`${what} is fine`, () => assert.deepEqual(faultsOf(statement), []));

test('a condition that the function names is read where it is used', () => {
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
  assert.deepEqual(statementFaults({ path: 'src/features/a/queries.ts', text }, tables), []);
});

function faultsOf(statement: string): string[] {
  const text = `function find(db, account_id) { return ${statement}; }`;
  return statementFaults({ path: 'src/features/a/queries.ts', text }, tables);
}
