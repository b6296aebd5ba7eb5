import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondImplementationFaults, moduleStateFaults } from './mechanisms.ts';
import { EDGES } from './edges.ts';
import * as rules from './rules.ts';
import { readSource, readSources, readTables, type Source } from './sources.ts';

const pages = readSources('dashboard/**/*.{ts,tsx}').filter(({ path }) => !path.startsWith('dashboard/dist'));
const tables = readTables();
/** Generated files are excluded. */
const sdk = readSources('sdk/src/**/*.ts').filter(
  ({ path }) => !/(?:records|resources|operations)\.ts$/.test(path),
);
const sources = [...readSources('src/**/*.ts', 'cli/**/*.ts', 'scripts/**/*.ts'), ...pages, ...sdk];

function faultsOf(rule: (source: Source) => rules.Fault[]): rules.Fault[] {
  return sources.flatMap(rule);
}

test('each layer imports only lower layers', () => assert.deepEqual(faultsOf(rules.layerFaults), []));
test('features import each other only along listed edges', () =>
  assert.deepEqual(faultsOf(rules.featureFaults), []));
test('SQL is only in queries.ts or sql/', () => assert.deepEqual(faultsOf(rules.sqlFaults), []));
test('SQL contains no address of the service', () =>
  assert.deepEqual(faultsOf(rules.serviceAddressFaults), []));
test('a folder has queries.ts or sql/, not both', () =>
  assert.deepEqual(rules.sqlFolderFaults(sources.map(({ path }) => path)), []));
test('every query has an account condition or a documented reason', () =>
  assert.deepEqual(faultsOf(rules.accountConditionFaults), []));
test('each table is written only by its owning feature', () => {
  assert.ok(tables.length > 40, `${tables.length}`);
  assert.deepEqual(rules.tableOwnerFaults(sources, tables), []);
  assert.deepEqual(faultsOf(rules.hiddenWriteFaults), []);
  assert.deepEqual(rules.unusedWriterExceptions(sources), []);
});
test('only the entry points read the environment', () =>
  assert.deepEqual(faultsOf(rules.environmentFaults), []));
test('the dashboard imports only contracts from the service', () =>
  assert.deepEqual(faultsOf(rules.dashboardFaults), []));
test('pages format dates and numbers in one module', () =>
  assert.deepEqual(faultsOf(rules.dateFormatFaults), []));
test('the SDK imports only its own files', () => assert.deepEqual(faultsOf(rules.sdkFaults), []));
test('a benchmark imports neither a test nor the lab', () =>
  assert.deepEqual(readSources('{bench,support}/**/*.ts').flatMap(rules.benchFaults), []));
test('test files prepare all data before their first test', () =>
  assert.deepEqual(readSources('test/**/*.test.ts').flatMap(rules.lateArrangementFaults), []));
test('schemas are built without typebox', () => assert.deepEqual(faultsOf(rules.schemaFaults), []));
test('no module keeps state in module variables', () => assert.deepEqual(faultsOf(moduleStateFaults), []));
test('units of time, backoff, cache and timeout are declared once', () => {
  assert.deepEqual(faultsOf(secondImplementationFaults), []);
});
test('files are named after their content', () => assert.deepEqual(faultsOf(rules.fileNameFaults), []));

test('there are no circular imports', () =>
  assert.deepEqual(rules.importCycleFaults(sources.filter(({ path }) => path.startsWith('src/'))), []));

test('every listed import edge is used', () => {
  const walked = sources.flatMap(({ path, imports }) => {
    const from = /^src\/features\/([^/]+)\//.exec(path)?.[1];
    return imports.map((target) => `${from} → ${/^src\/features\/([^/]+)\//.exec(target)?.[1]}`);
  });
  assert.deepEqual(
    Object.keys(EDGES).filter((edge) => !walked.includes(edge)),
    [],
  );
});

test('functions have at most the allowed number of lines', () => {
  const functions = sources.flatMap(({ path, functions: all }) => all.map((one) => ({ ...one, path })));
  const lengths = functions.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  assert.ok(median <= 12, `median ${median}`);
  assert.deepEqual(
    functions.filter(({ lines }) => lines > 60).map(({ path, name, lines }) => `${path} ${name}: ${lines}`),
    [],
  );
});

test('files stay below 300 lines', () => {
  assert.deepEqual(
    sources.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`),
    [],
  );
});

test('screens stay below 150 lines', () => {
  assert.deepEqual(
    pages.filter(({ path, lines }) => path.endsWith('.tsx') && lines > 150).map(({ path }) => path),
    [],
  );
});

/** Planted faults: each rule must detect its fault. */
const PLANTED: [string, (source: Source) => rules.Fault[], string, string][] = [
  [
    'a feature that imports another',
    rules.featureFaults,
    'src/features/tasks/tasks.ts',
    `import { createKey } from '../keys/keys.ts'; createKey();`,
  ],
  [
    'lib that imports a feature',
    rules.layerFaults,
    'src/lib/sql/sql.ts',
    `export { x } from '../../features/tasks/tasks.ts';`,
  ],
  [
    'a feature that imports the app',
    rules.layerFaults,
    'src/features/tasks/a.ts',
    `await import('../../app.ts');`,
  ],
  [
    'a contract that imports typebox',
    rules.schemaFaults,
    'src/features/forms/contract.ts',
    `import { Type, type Static } from 'typebox'; export const A = Type.String();`,
  ],
  [
    'a statement with the address of the service',
    rules.serviceAddressFaults,
    'src/features/forms/queries.ts',
    'export function urlOf(public_url: string) { return public_url; }',
  ],
  [
    'the audit log that imports a feature',
    rules.layerFaults,
    'src/audit/audit.ts',
    `import { readUser } from '../features/users/users.ts'; readUser();`,
  ],
  [
    'a feature that imports the demo',
    rules.layerFaults,
    'src/features/tasks/a.ts',
    `import { seedDemo } from '../../demo/demo.ts'; seedDemo();`,
  ],
  [
    'a query without an account condition',
    rules.accountConditionFaults,
    'src/features/tasks/queries.ts',
    'export async function findAll(db: Db) { return db`select 1`; }',
  ],
  [
    'a query without an account condition in an arrow function',
    rules.accountConditionFaults,
    'src/features/tasks/queries.ts',
    'export const findAll = (db: Db) => db`select 1`;',
  ],
  [
    'a query without an account condition in sql/',
    rules.accountConditionFaults,
    'src/features/tasks/sql/history.ts',
    'export const findAll = (db: Db) => db`select 1`;',
  ],
  ['SQL in a subfolder of a feature', rules.sqlFaults, 'src/features/a/room/b/queries.ts', 'db`select 1`;'],
  [
    'a write to a table whose name is a value',
    rules.hiddenWriteFaults,
    'src/features/a/queries.ts',
    'tx`delete from ${table}`;',
  ],
  ['SQL in a use case', rules.sqlFaults, 'src/features/tasks/tasks.ts', 'await db<Task[]>`select 1`;'],
  ['a use case that reads the environment', rules.environmentFaults, 'src/features/a/a.ts', 'process.env.X;'],
  [
    'a page that formats a number',
    rules.dateFormatFaults,
    'dashboard/features/a/A.tsx',
    "total.toLocaleString('en')",
  ],
  [
    'a page that formats a date',
    rules.dateFormatFaults,
    'dashboard/features/a/A.tsx',
    'new Intl.DateTimeFormat()',
  ],
  [
    'a page that imports a use case',
    rules.dashboardFaults,
    'dashboard/features/tasks/api.ts',
    `import type { createTask } from '../../../src/features/tasks/tasks.ts';`,
  ],
  [
    'a page that imports a value from a contract',
    rules.dashboardFaults,
    'dashboard/features/tasks/api.ts',
    `import { TASK_STATUSES } from '../../../src/features/tasks/contract.ts';`,
  ],
  [
    'an SDK that imports the service',
    rules.sdkFaults,
    'sdk/src/a.ts',
    `import type { A } from '../../src/a.ts';`,
  ],
  ['an SDK that imports a package', rules.sdkFaults, 'sdk/src/a.ts', `import { a } from 'undici';`],
  [
    'an SDK that imports a Node module',
    rules.sdkFaults,
    'sdk/src/a.ts',
    `const { a } = await import('node:crypto');`,
  ],
  [
    'a command line that imports the service',
    rules.sdkFaults,
    'sdk/src/cli/a.ts',
    `import '../../../src/a.ts'; export { a } from '../../../src/a.ts';`,
  ],
  ['a benchmark that imports a test', rules.benchFaults, 'bench/a.ts', `import '../test/support/world.ts';`],
  [
    'a benchmark that starts a test',
    rules.benchFaults,
    'bench/support/a.ts',
    `new URL('../../test/support/run.ts', here);`,
  ],
  ['a benchmark that imports the lab', rules.benchFaults, 'bench/a.ts', `import '../lab/lab.ts';`],
  [
    'a shared file that imports a benchmark',
    rules.benchFaults,
    'support/a.ts',
    `import '../bench/support/stage.ts';`,
  ],
  [
    'a test file that prepares data after its first test',
    rules.lateArrangementFaults,
    'test/a.test.ts',
    `test('a', async () => { await a(); }); const b = await c();`,
  ],
  ['a drawer', rules.fileNameFaults, 'src/lib/utils.ts', ''],
  ['a module variable', moduleStateFaults, 'src/lib/x.ts', 'let are_rows_spread = false;'],
  ['a module-level map', moduleStateFaults, 'src/lib/x.ts', 'const learned = new Map<string, boolean>();'],
  [
    'a second declaration of a time unit',
    secondImplementationFaults,
    'src/features/x/y.ts',
    'const HOUR_MS = 60 * MINUTE_MS;',
  ],
  [
    'a product that computes minutes',
    secondImplementationFaults,
    'dashboard/x.ts',
    'const VALID_MS = 10 * 60_000;',
  ],
  [
    'a second implementation of a timeout',
    secondImplementationFaults,
    'src/features/x/y.ts',
    'await Promise.race([work, timeout(READY_TIMEOUT_MS, false)]);',
  ],
  [
    'a second implementation of a backoff',
    secondImplementationFaults,
    'src/features/x/y.ts',
    'const pause_ms = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);',
  ],
  [
    'a second implementation of a cache',
    secondImplementationFaults,
    'src/features/x/y.ts',
    'if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);',
  ],
];

test('SQL in a second place of a folder is detected', () => {
  const beside = ['src/features/tasks/queries.ts', 'src/features/tasks/sql/history.ts'];
  const below = ['src/features/tasks/history/changes/queries.ts'];
  for (const paths of [beside, below]) assert.equal(rules.sqlFolderFaults(paths).length, 1);
});

test('a circular import is detected, also through a third file', () => {
  const planted = [
    readSource('src/a.ts', `import { b } from './b.ts'; b();`),
    readSource('src/b.ts', `import type { c } from './c.ts'; export type B = typeof c;`),
    readSource('src/c.ts', `export { a } from './a.ts';`),
    readSource('src/d.ts', `import { a } from './a.ts'; a();`),
  ];
  assert.deepEqual(rules.importCycleFaults(planted), ['src/a.ts ↔ src/b.ts ↔ src/c.ts']);
  assert.deepEqual(rules.importCycleFaults(planted.slice(1)), []);
});

test('a second writer of a table is detected', () => {
  const planted = readSource('src/features/keys/queries.ts', 'tx`update users set full_name = null`;');
  assert.deepEqual(rules.tableOwnerFaults([...sources, planted], ['users']), [
    'users is written by users and keys',
  ]);
  const queue = `const USERS: QueueTable<User> = {\n  table: 'users',\n};`;
  const declared = readSource('src/features/keys/sql/users.ts', queue);
  assert.deepEqual(rules.tableOwnerFaults([...sources, declared], ['users']), [
    'users is written by users and keys',
  ]);
});

for (const [what, rule, path, text] of PLANTED) {
  test(`detected: ${what}`, () => assert.equal(rule(readSource(path, text)).length, 1));
}
