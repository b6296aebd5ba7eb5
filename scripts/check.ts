import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a tool can check: form, types, promises nobody waits for, dead code, the table of settings. */
const CHECKS = [
  ['prettier', '--check', '--log-level', 'warn', '.'],
  ['tsc', '--pretty', 'false'],
  ['tsc', '--pretty', 'false', '-p', 'dashboard'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['knip'],
  ['node', 'scripts/settings-table.ts', '--check'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const results = await Promise.all(CHECKS.map(run));
for (const { label, code, output } of results) {
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${label}\n${code === 0 ? '' : output}`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

type Result = { label: string; code: number | null; output: string };

function run([name = '', ...args]: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(name === 'node' ? process.execPath : `${root}node_modules/.bin/${name}`, args, {
      cwd: root,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ label: [name, ...args].join(' '), code, output }));
  });
}
