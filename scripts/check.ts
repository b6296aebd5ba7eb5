import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = findCache();

type Check = {
  command: string;
  args?: string[];
  /** A change of these files needs the check. */
  reads: readonly string[];
  /** Judges a file by itself and its imports: of changed files only these are given to it. */
  is_by_file?: boolean;
};

/** One thread for types: several know little of each other's work, and take twice the processor for it. */
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
  // Dead code is known once all files are known.
  { command: 'knip', reads: [] },
  { command: 'node scripts/settings-table.ts --check', reads: ['src/config.ts', 'README.md'] },
  {
    command: 'node scripts/check-prose.ts',
    reads: ['{src,dashboard,cli,sdk/src}/**', 'scripts/prose/**'],
  },
  {
    command: 'node scripts/lint-document.ts',
    reads: ['src/openapi/**', 'src/features/**/{contract,routes,*Routes}.ts'],
  },
];

/** A change of these may concern every file. */
const SETTINGS_OF_CHECKS = ['{package,package-lock,knip}.json', '**/tsconfig.json', '.ox*rc.json'];

const results = await Promise.all(choose(process.argv.slice(2)).map(run));
for (const { command, code, output } of results)
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${command}\n${code === 0 ? '' : output}`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

/** All checks; `tsc` those of one program (`npm run typecheck`); `--changed FILE …` those that the files need. */
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

/** What was found in files that have not changed is kept beside the packages, where that may be written. */
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
