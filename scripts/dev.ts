/*
 * `npm run dev`: runs the service and the dashboard for development.
 *
 * This process keeps the embedded database, the port and Vite running. The service runs in a child process, with the
 * protocol of a service of several processes (`src/lib/process`), and is replaced when one of its sources changes. The
 * database and all sign-ins survive the replacement. The dashboard comes from Vite on the same origin. The service
 * contains no code for this mode.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config.ts';
import { openDatabase, prepareDatabase } from '../src/database/database.ts';
import { prepareDemo } from '../src/demo/account.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { watchParent } from '../src/lib/process/parentWatch.ts';
import { describeStartFailure } from '../src/lib/process/startupFault.ts';
import { createProcessTools, demoPlaceOf } from '../src/service/tools.ts';
import { openDevProxy } from './dev/proxy.ts';
import { findFreePort, superviseService } from './dev/serviceProcess.ts';
import { printLine } from './dev/terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The service is restarted when a file in one of these folders changes. */
const SERVICE_SOURCES = ['src', 'migrations', 'docs/guides'].map((folder) => join(ROOT, folder));

try {
  await start(process.argv.slice(2));
} catch (error) {
  const line = describeStartFailure(error);
  if (line === undefined) throw error;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function start(node_options: string[]): Promise<void> {
  await using started = new AsyncDisposableStack();
  const env = { WEBHOOK_ALLOW: '127.0.0.1', ...process.env };
  const config = readConfig(env);
  const log = createLog(config.LOG_LEVEL, { write: printLine });
  const port = config.PORT === 0 ? await findFreePort() : config.PORT;
  const public_url = config.PUBLIC_URL ?? `http://${config.HOST}:${port}`;

  const opened = await openDatabase(config, { as: 'server', max: 2, log });
  started.defer(opened.close);
  await prepareDatabase(opened.direct);
  if (opened.embedded && config.DEMO) {
    const tools = { ...createProcessTools(config), public_url };
    const platform = { db: opened.db, now: systemClock.now(), tools };
    await prepareDemo(platform, demoPlaceOf(config, tools.box), printLine);
  }

  const service = await superviseService({
    main: join(ROOT, 'src', 'main.ts'),
    node_options,
    env: { ...env, PUBLIC_URL: public_url, PROCESSES: '1' },
    prepare: async (file) => {
      if (file.startsWith('migrations/')) await prepareDatabase(opened.direct);
    },
  });
  started.defer(service.stop);
  const front = await openDevProxy({ root: ROOT, host: config.HOST, port, public_url, service });
  started.defer(front.close);
  front.watch(SERVICE_SOURCES, service.restart);
  await service.ready();
  printLine(`ready ${public_url}`);
  leaveOnSignals(started.move());
}

function leaveOnSignals(started: AsyncDisposableStack): void {
  let is_leaving = false;
  const leave = () => {
    // Ctrl-C sends the signal twice: from the terminal and from npm.
    if (is_leaving) return;
    is_leaving = true;
    void started.disposeAsync().then(
      () => process.exit(0),
      (error: unknown) => {
        printLine(`not stopped cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  if (process.env['npm_lifecycle_event']) watchParent(leave);
}
