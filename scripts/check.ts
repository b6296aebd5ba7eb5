import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = findCache();

/**
 * What a tool can check: form, types, promises nobody waits for, dead code, the table of settings, the API's description.
 * One thread for types: several know little of each other's work, and take twice the processor for it.
 */
const CHECKS: [string, string[]?][] = [
  ['oxfmt --check'],
  ['tsc --pretty false --checkers 1', keepTypes('service')],
  ['tsc --pretty false --checkers 1 -p dashboard', keepTypes('dashboard')],
  ['tsc --pretty false --checkers 1 -p sdk --noEmit', keepTypes('sdk')],
  ['oxlint --type-aware --deny-warnings'],
  ['knip'],
  ['node scripts/settings-table.ts --check'],
  ['node scripts/lint-document.ts'],
];

/** `npm run typecheck` asks for those of one program. */
const [program = ''] = process.argv.slice(2);
const asked = CHECKS.filter(([label]) => label.startsWith(program));

const results = await Promise.all(asked.map(run));
for (const { label, code, output } of results) {
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${label}\n${code === 0 ? '' : output}`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

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

type Result = { label: string; code: number | null; output: string };

function run([label, kept = []]: [string, string[]?]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const [name = '', ...args] = label.split(' ');
    const program = name === 'node' ? process.execPath : `${root}node_modules/.bin/${name}`;
    const child = spawn(program, [...args, ...kept], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ label, code, output }));
  });
}
