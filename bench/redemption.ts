import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * 500 rounds of 40 parallel redemptions of one code and of one refresh token on two nodes, and 500 replays of
 * each right after the answer; the number of rounds may be given. The rounds themselves are a test file, which
 * brings the database along.
 */
const rounds = process.argv[2] ?? '500';
const run = fileURLToPath(new URL('../test/support/run.ts', import.meta.url));
const file = fileURLToPath(new URL('redemption.rounds.ts', import.meta.url));
const child = spawn(process.execPath, [run, file], {
  stdio: 'inherit',
  env: { ...process.env, ROUNDS: rounds },
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
