import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = findCache();

type Check = {
  command: string;
  args?: string[];
  /** Glob patterns: the check must run when one of these files changes. */
  reads: readonly string[];
  /**
   * True if the result for a file depends only on the file and its imports. With `--changed`, such a check receives
   * only the changed files.
   */
  is_by_file?: boolean;
};

/** `tsc` uses one thread: several threads share little work and need twice the CPU time. */
const CHECKS: readonly Check[] = [
  { command: 'oxfmt --check', reads: ['**'] },
  {
    command: 'tsc --pretty false --checkers 1',
    args: keepTypes('service'),
    reads: ['{src,cli,sim,scripts,test,bench,lab,support,examples}/**', 'sdk/src/**'],
  },
  {
    command: 'tsc --pretty false --checkers 1 -p dashboard',
    args: keepTypes('dashboard'),
    reads: ['{dashboard,src}/**'],
  },
  {
    command: 'tsc --pretty false --checkers 1 -p sdk --noEmit',
    args: keepTypes('sdk'),
    reads: ['sdk/src/**'],
  },
  { command: 'oxlint --type-aware --deny-warnings', reads: ['**/*.{ts,tsx,mjs}'], is_by_file: true },
  // Dead code can be found only with all files, so `knip` does not run for single files.
  { command: 'knip', reads: [] },
  { command: 'node scripts/settings-table.ts --check', reads: ['src/config.ts', 'README.md'] },
  {
    command: 'node scripts/check-prose.ts',
    reads: ['{src,dashboard,cli,sdk/src}/**', 'scripts/prose/**'],
  },
  {
    command: 'node scripts/lint-document.ts',
    reads: ['src/openapi/**', 'src/features/**/{contract,routes}.ts'],
  },
];

/** A change of these configuration files can affect every file, so all checks run. */
const SETTINGS_OF_CHECKS = ['{package,package-lock,knip}.json', '**/tsconfig.json', '.ox*rc.json'];

const results = await Promise.all(choose(process.argv.slice(2)).map(run));
for (const { command, code, output } of results)
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${command}\n${code === 0 ? '' : output}`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

/**
 * Selects the checks to run: all; only those whose command starts with a word (`tsc` for `npm run typecheck`); or, with
 * `--changed FILE …`, only those that the files affect.
 */
function choose([what = '', ...files]: string[]): readonly Check[] {
  if (what !== '--changed') return CHECKS.filter(({ command }) => command.startsWith(what));
  if (files.some((file) => isAny(file, SETTINGS_OF_CHECKS))) return CHECKS;
  return CHECKS.flatMap((check) => {
    const read = files.filter((file) => isAny(file, check.reads));
    if (read.length === 0) return [];
    return check.is_by_file ? { ...check, args: ['--no-error-on-unmatched-pattern', ...read] } : check;
  });
}

function isAny(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}

/** Returns the folder in which `tsc` stores results for unchanged files, or undefined if node_modules is read-only. */
function findCache(): string | undefined {
  const folder = `${root}node_modules/.cache/checks`;
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return undefined;
  }
}

function keepTypes(name: string): string[] {
  return cache ? ['--incremental', '--tsBuildInfoFile', `${cache}/${name}.tsbuildinfo`] : [];
}

type Result = { command: string; code: number | null; output: string };

function run({ command, args: more = [] }: Check): Promise<Result> {
  return new Promise((resolve, reject) => {
    const [name = '', ...args] = command.split(' ');
    const program = name === 'node' ? process.execPath : `${root}node_modules/.bin/${name}`;
    const child = spawn(program, [...args, ...more], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ command, code, output }));
  });
}
