// node server.ts DIRECTORY [server|command]: a process that locks a directory and runs its server.
import { acquireDirectoryLock } from '../../../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../../../src/lib/sql/embedded/embedded.ts';
import { StartupFault } from '../../../../../src/lib/process/startupFault.ts';
import { silentLog } from './silentLog.ts';

const [, , data_dir = '', as = 'server'] = process.argv;

process.once('SIGUSR2', () => process.exit(5));
try {
  const lock = await acquireDirectoryLock(data_dir, as === 'command' ? 'command' : 'server');
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog, settings: { fsync: 'off' } });
  const stop = async (): Promise<void> => {
    await database.stop();
    await lock.release();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.stdout.write(`${JSON.stringify(database.connection)}\n`);
} catch (error) {
  if (!(error instanceof StartupFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
