import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMessage } from '../../src/lib/process/messages.ts';
import { printLine } from './terminal.ts';

export type ServiceProcess = {
  port: number;
  /** Resolves when the newest process accepts requests; rejects if the process exits before. */
  ready(): Promise<void>;
  restart: (file: string) => void;
  stop: () => Promise<void>;
};

type Plan = {
  main: string;
  /** Options for Node, such as `--inspect`. */
  node_options: string[];
  env: Record<string, string | undefined>;
  /** Runs between the exit of the old process and the start of the new one, with the path of the changed file. */
  prepare: (file: string) => Promise<void>;
};

const STOPS_WITHIN_MS = 1_000;
const INSPECTOR_PORT = 9_229;
const EXIT_AT_ONCE = new URL('./exitImmediately.ts', import.meta.url).href;

/**
 * Runs the service in a child process and replaces the process on request. Only one process runs at a time; of several
 * requests during a restart, the last one wins.
 */
export async function superviseService({ main, node_options, env, prepare }: Plan): Promise<ServiceProcess> {
  const port = await findFreePort();
  cluster.setupPrimary({
    exec: main,
    args: [],
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', EXIT_AT_ONCE, ...node_options],
    inspectPort: inspectorPortOf(node_options),
    silent: true,
    serialization: 'advanced',
  });
  let worker: Worker | undefined;
  let serving: Promise<void> = Promise.resolve();
  let changes = 0;
  let turn: Promise<void> = Promise.resolve();
  let is_stopped = false;

  const replace = async (file: string | undefined) => {
    await end(worker);
    if (file !== undefined) await prepare(file);
    const next = cluster.fork({ ...env, PORT: String(port), HOST: '127.0.0.1' });
    worker = next;
    for (const output of [next.process.stdout, next.process.stderr])
      if (output) createInterface({ input: output }).on('line', printLine);
    await becomeReady(next);
  };
  const start = (file?: string) => {
    const change = ++changes;
    serving = turn.then(() => (change === changes ? replace(file) : undefined));
    turn = serving.catch((error: unknown) => printLine(`the service does not start: ${reasonOf(error)}`));
  };
  start();
  return {
    port,
    ready: () => serving,
    restart(file) {
      if (is_stopped) return;
      const began_ms = performance.now();
      printLine(`${file} changed`);
      start(file);
      const mine = serving;
      void mine.then(
        () => mine === serving && printLine(`restarted in ${Math.round(performance.now() - began_ms)} ms`),
        () => {},
      );
    },
    async stop() {
      is_stopped = true;
      changes++;
      await turn;
      await end(worker);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function becomeReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message?.kind === 'ready') resolve();
      if (message?.kind === 'failed') reject(new Error(message.message));
    });
    worker.once('exit', () => reject(new Error('it ended; the next change starts it again')));
    worker.once('error', reject);
  });
}

/**
 * Stops a process with SIGTERM, and with SIGKILL after a timeout. SIGKILL is safe: acknowledged data is already
 * committed.
 */
async function end(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const patience = new AbortController();
  const late = sleep(STOPS_WITHIN_MS, true, { signal: patience.signal }).catch(() => false);
  if (await Promise.race([ended.then(() => false), late])) worker.process.kill('SIGKILL');
  await ended;
  patience.abort();
}

function inspectorPortOf(node_options: readonly string[]): number {
  const [given = ''] = node_options.flatMap(
    (option) => /^--inspect(?:-brk|-wait)?=(?:.*:)?(\d+)$/.exec(option)?.[1] ?? [],
  );
  return given === '' ? INSPECTOR_PORT : Number(given);
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}
