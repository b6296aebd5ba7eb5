import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../environment.ts';
import type { HeldMemory, Memory, MeterQuestion, MeterReply } from './meter.ts';

const METER = new URL('meter.ts', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type MeasuredProcess = {
  url: string;
  child: ChildProcess;
  /** Returns the longest blocking of the event loop since the previous request, in milliseconds. */
  takeHold(): Promise<number>;
  readMemory(): Promise<Memory>;
  readHeld(): Promise<HeldMemory>;
  stop(): Promise<void>;
};

/**
 * Starts a service in a separate process that reports its event loop delay and its memory. By default the program is
 * the service itself.
 */
export async function startMeasured(
  env: Record<string, string>,
  program: string = MAIN,
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, ['--import', METER, program], {
    env: cleanEnvironment({ PORT: '0', LOG_LEVEL: 'silent', DEMO: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ask = async <R extends MeterReply>(question: MeterQuestion): Promise<R> => {
    const reply = once(child, 'message');
    child.send(question);
    return (await reply)[0] as R;
  };
  return {
    url: await readUrl(child),
    child,
    takeHold: async () => (await ask<{ hold_ms: number }>('hold')).hold_ms,
    readMemory: () => ask<Memory>('memory'),
    readHeld: () => ask<HeldMemory>('held'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = createInterface({ input: stdout as Readable });
  lines.on('line', (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length)));
  lines.once('close', () => reject(new Error('the service ended before it was ready')));
  return promise;
}
