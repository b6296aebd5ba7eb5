import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/*
 * npm run bench:nodes -- [--only rolling]
 * Measures how several processes and accounts affect each other. Each part prints its figures and those of its
 * control, and exits with 1 if a limit is exceeded or the control passes. Each part can also run alone with its own
 * arguments.
 */
const PARTS = {
  processes: './processes.ts',
  rolling: './nodes/rolling.ts',
  fairness: './nodes/fairness.ts',
  citus: './nodes/citus.ts',
  'lost worker': './nodes/lostWorker.ts',
};
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

for (const [name, file] of Object.entries(PARTS)) {
  if (!(values.only?.includes(name) ?? true)) continue;
  process.stdout.write(`\n${name}\n`);
  const part = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], { stdio: 'inherit' });
  const [code] = await once(part, 'exit');
  process.stdout.write(code === 0 ? 'kept\n' : 'FAIL\n');
  if (code !== 0) process.exitCode = 1;
}
