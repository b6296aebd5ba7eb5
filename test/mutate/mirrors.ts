import { globSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from '../architecture/sources.ts';
import { FIGURES } from '../reference/support/figures.ts';
import { MIRRORS } from './mirrorMap.ts';

/** Slow tests that detect few additional mistakes: they run only if a path in MIRRORS names them. */
const LEFT_OUT = [
  'test/{dashboard,fuzz,limits,gallery,architecture,mutate}/**',
  'test/rowSecurity*',
  'test/**/{chromium,kill,onS3}.test.ts',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = readSources('src/features/**/*.ts');
const TESTS = globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted();

/**
 * Finds the test files of a source file: its own first, then those of features that use it, then those of every
 * operation.
 */
export function findMirrors(file: string): string[] {
  const [near, wider] = [[namesakeOf(file), ...importersOf(file)].flatMap(expand), namedFor(file)];
  const users = usersOf(file)
    .flatMap((user) => expand(namesakeOf(user)))
    .filter((test) => !isLeftOut(test));
  const every = [...figuresOf(file), ...proofsOf(file), ...limitsOf(file), ...contractsOf(file)]
    .map(patternOf)
    .flatMap(expand);
  return [...new Set([...near.filter((test) => !isLeftOut(test)), ...wider, ...users, ...every])];
}

/** Returns features that import this feature's file. */
function usersOf(file: string): string[] {
  if (!file.startsWith('src/features/')) return [];
  return SOURCES.filter(({ imports }) => imports.includes(file)).map(({ path }) => path);
}

/** Returns the test of documented figures, if the file contains some. */
function figuresOf(file: string): string[] {
  return FIGURES.some((figure) => figure.file === file) ? ['reference/figures'] : [];
}

/** Returns the tests of lost COMMIT answers, if the file uses commit proofs. */
function proofsOf(file: string): string[] {
  const { text = '' } = SOURCES.find(({ path }) => path === file) ?? {};
  return /set(?:Commit|Try)Proof\(/.test(text) ? ['faults/{lostCommit,lostCommits,coalesced}'] : [];
}

/** Returns the tests of account limits, if the file checks them. */
function limitsOf(file: string): string[] {
  const { imports = [] } = SOURCES.find(({ path }) => path === file) ?? {};
  return imports.includes('src/access/limits/limits.ts') ? ['access/limits'] : [];
}

/** Returns the contract tests of every operation, list and act, for files that define them. */
function contractsOf(file: string): string[] {
  if (matchesGlob(file, 'src/features/**/{contract,rules}.ts')) return ['contracts/{bounds,acts,lists}'];
  if (matchesGlob(file, 'src/features/**/{routes,*Routes}.ts'))
    return ['everyOperation', 'contracts/{acts,lists}'];
  if (!matchesGlob(file, 'src/{features,audit}/**')) return [];
  return ['contracts/{guards,innerLists,innerLimits}', 'contracts/{acts,lists}'];
}

/** Lists paths of MIRRORS that match no file, and patterns that match no test. */
export function findStaleMirrors(): string[] {
  const places = Object.keys(MIRRORS).filter((place) => globSync(place, { cwd: ROOT }).length === 0);
  const patterns = Object.values(MIRRORS).flat().map(patternOf);
  return [...places, ...patterns.filter((pattern) => expand(pattern).length === 0)];
}

/** Returns the tests with the name of the source: `test/tasks` for `src/features/tasks/sql/tasks.ts`. */
function namesakeOf(file: string): string {
  const [, first = '', second = ''] = file.replace('src/features/', 'src/').replace(/\.ts$/, '').split('/');
  if (first !== 'lib')
    return file.includes(`/${first}/`) ? `test/${first}/*.test.ts` : `test/${first}.test.ts`;
  return file === `src/lib/${second}.ts`
    ? `test/lib/${second}.test.ts`
    : `${dirname(file).replace('src/', 'test/')}/*.test.ts`;
}

function importersOf(file: string): string[] {
  return readSources('test/**/*.test.ts')
    .filter(({ imports }) => imports.includes(file))
    .map(({ path }) => path);
}

function namedFor(file: string): string[] {
  for (let place = file; place !== '.'; place = dirname(place)) {
    const named = MIRRORS[place];
    if (named) return named.map(patternOf).flatMap(expand);
  }
  return [];
}

function patternOf(name: string): string {
  return `test/${name}.test.ts`;
}

function expand(pattern: string): string[] {
  return TESTS.filter((test) => matchesGlob(test, pattern));
}

function isLeftOut(test: string): boolean {
  return LEFT_OUT.some((pattern) => matchesGlob(test, pattern));
}
