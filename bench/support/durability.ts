import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/features/keys/keys.ts';
import { findConnection } from '../../src/lib/sql/embedded/embedded.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { killServer } from '../../support/postgresProcesses.ts';
import { seedAccount } from './accounts.ts';
import { checkLedger, type LedgerFindings, type Ledger } from './ledger.ts';
import { startService } from './service.ts';
import { startWriters, type Writers } from './writers.ts';

export type SurvivalOptions = {
  rounds: number;
  writers: number;
  /** The control: the server answers before its log is written, and the check must detect the loss. */
  forgetful: boolean;
  onRound?: (round: number, recovery_ms: number) => void;
};

export type SurvivalResult = LedgerFindings & {
  /** The start time of the service on an empty directory. */
  start_ms: number;
  recoveries_ms: number[];
};

const WRITE_FOR_MS = 400;
const RECOVER_WITHIN_MS = 60_000;

/** Kills all database processes repeatedly under load, then compares the data with the acknowledged writes. */
export async function measureSurvival(options: SurvivalOptions): Promise<SurvivalResult> {
  await using undo = new AsyncDisposableStack();
  const data_dir = await realpath(await mkdtemp(join(tmpdir(), 'survival-')));
  undo.defer(() => rm(data_dir, { recursive: true, force: true, maxRetries: 10 }));
  const began_ms = performance.now();
  const service = await startService({ DATA_DIR: data_dir });
  const start_ms = performance.now() - began_ms;
  undo.defer(async () => void (await service.stop()));
  const db = await openBeside(data_dir);
  undo.defer(() => db.end({ timeout: 0 }));

  const key = await makeKey(db);
  if (options.forgetful) await makeForgetful(db);
  const writers = startWriters(service.url, key, options.writers);
  const recoveries_ms = await killAgainAndAgain(data_dir, writers, options);
  const ledger = await writers.stop();
  return { start_ms, recoveries_ms, ...(await countWhatIsLeft(data_dir, ledger)) };
}

async function killAgainAndAgain(
  data_dir: string,
  writers: Writers,
  { rounds, onRound }: SurvivalOptions,
): Promise<number[]> {
  const recoveries_ms: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await sleep(WRITE_FOR_MS * (0.5 + Math.random()));
    killServer(data_dir);
    const recovery_ms = await writers.nextAnswer(RECOVER_WITHIN_MS);
    recoveries_ms.push(recovery_ms);
    onRound?.(round, recovery_ms);
  }
  return recoveries_ms;
}

async function countWhatIsLeft(data_dir: string, ledger: Ledger): Promise<LedgerFindings> {
  const db = await openBeside(data_dir);
  try {
    return await checkLedger(db, ledger);
  } finally {
    await db.end({ timeout: 1 });
  }
}

async function openBeside(data_dir: string): Promise<Database> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  return connect(connection, { max: 1, deadline_ms: 60_000 });
}

async function makeForgetful(db: Database): Promise<void> {
  await db`alter system set synchronous_commit = off`;
  await db`alter system set wal_writer_delay = '10s'`;
  await db`alter system set wal_writer_flush_after = '1GB'`;
  await db`select pg_reload_conf()`;
}

async function makeKey(db: Database): Promise<string> {
  const { ctx } = await seedAccount(db);
  const { key } = await createKey(ctx, { name: 'Writers', scopes: ['write:tasks'] });
  return key;
}
