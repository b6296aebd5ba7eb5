import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { readSources } from '../architecture/sources.ts';
import { findMirrors } from '../mutate/mirrors.ts';

/*
 * Selects the tests for `npm test -- --changed`. Files below src use the map of test/mutate/mirrors.ts; the map
 * below covers all other files, and its first matching pattern wins.
 */
const ALWAYS = ['test/architecture/*.test.ts'];
const MIRRORS: readonly (readonly [changed: string, tests: readonly string[]])[] = [
  ['dashboard/features/accounts/**', ['test/dashboard/{account,staff}.test.ts']],
  [
    'dashboard/features/{apps,connections,integrations}/**',
    ['test/dashboard/{developers,arguments}.test.ts'],
  ],
  ['dashboard/features/{backups,bundles,mail,queues}/**', ['test/dashboard/staff.test.ts']],
  ['dashboard/features/{catalogue,seats}/**', ['test/dashboard/{firstDay,people}.test.ts']],
  ['dashboard/features/reports/**', ['test/dashboard/everyPage.test.ts']],
  ['dashboard/features/settings/**', ['test/dashboard/account.test.ts']],
  ['dashboard/features/tasks/**', ['test/dashboard/{tasks,taskList}.test.ts']],
  ['dashboard/features/webhooks/**', ['test/dashboard/{newEndpoint,failedDelivery,inbox}.test.ts']],
  [
    'dashboard/language/**',
    ['test/dashboard/{errorTexts,format}.test.ts', 'test/dashboard/language/*.test.ts'],
  ],
  ['dashboard/**', ['test/dashboard/{arguments,everyPage,format,serving,time,errorTexts}.test.ts']],
  ['migrations/**', ['test/lib/sql/migrate.test.ts', 'test/contract.test.ts']],
  ['{docs,README.md}/**', ['test/reference/*.test.ts', 'test/mcp/protocol.test.ts']],
  ['*.md', ['test/reference/guides.test.ts']],
  ['deploy/**', ['test/deploy/{chart,proxies,rules,runbook}.test.ts']],
  ['{Dockerfile,compose*.yaml,.dockerignore}', ['test/deploy/{dockerfile,rules}.test.ts']],
  ['lab/**', ['test/lab/*.test.ts']],
  ['scripts/run.mjs', ['test/scripts/run.test.ts']],
  ['scripts/**', ['test/scripts/*.test.ts', 'test/openapi/*.test.ts']],
  ['sdk/python/**', ['test/sdk/python.test.ts']],
  ['sdk/**', ['test/sdk/*.test.ts', 'test/openapi/records.test.ts']],
  ['sim/**', ['test/sim/*.test.ts']],
  ['examples/**', ['test/webhooks/receivers.test.ts']],
  ['test/support/**', ['test/scripts/{series,memoryFolder,shards}.test.ts']],
];

/**
 * Lists files that differ from the branch `main`, including uncommitted and untracked files; on `main`, files that
 * differ from its last commit.
 */
export function listChangedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const base = git('merge-base', 'HEAD', findMain(root))[0] ?? 'HEAD';
  const files = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(files)].filter((file) => file !== '').toSorted();
}

function findMain(root: string): string {
  for (const name of ['origin/main', 'main']) {
    try {
      execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root });
      return name;
    } catch {
      continue;
    }
  }
  return 'HEAD';
}

/** Finds the test files that mirror the changed files. */
export function findTestsOf(changed: readonly string[], root: string): string[] {
  const patterns = changed.flatMap((file) => [...mirrorsOf(file), ...importersOf(file)]);
  const found = [...ALWAYS, ...patterns].flatMap((pattern) => globSync(pattern, { cwd: root }));
  return [...new Set(found)].filter((file) => existsSync(join(root, file))).toSorted();
}

function mirrorsOf(file: string): readonly string[] {
  if (file.endsWith('.test.ts')) return [file];
  if (file.startsWith('src/') && file.endsWith('.ts')) return findMirrors(file);
  if (file.startsWith('cli/'))
    return ['test/cli/{commands,usage}.test.ts', `test/cli/${basename(file, '.ts')}.test.ts`];
  if (file.startsWith('dashboard/features/')) return [...namesakesOf(file), ...listedFor(file)];
  return listedFor(file);
}

function listedFor(file: string): readonly string[] {
  return MIRRORS.find(([pattern]) => matchesGlob(file, pattern))?.[1] ?? [];
}

/** `dashboard/features/knowledge/…` has the stories `test/dashboard/knowledge*.test.ts`. */
function namesakesOf(file: string): string[] {
  const [, , feature = ''] = file.split('/');
  return [`test/dashboard/${feature}*.test.ts`];
}

/** Returns test files that import a changed support file. */
function importersOf(file: string): string[] {
  if (!/^(test|support)\//.test(file) || file.endsWith('.test.ts')) return [];
  return readSources('test/**/*.test.ts')
    .filter(({ imports }) => imports.includes(file))
    .map(({ path }) => path);
}
