import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/* 200 sign-ins at once, with the p99 of a task list before and meanwhile. The rounds bring the database along. */
const run = fileURLToPath(new URL('../test/support/run.ts', import.meta.url));
const file = fileURLToPath(new URL('signIns.rounds.ts', import.meta.url));
const child = spawn(process.execPath, [run, file], { stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
