import { connect, type Database } from '../src/lib/sql/sql.ts';
import type { Server } from './cluster.ts';

export type MultiShard = { statement: string; times: number };

const MARK = 'multi-task query about to be executed';

/** Returns SQL that makes a Citus coordinator log each statement that it sends to more than one shard. */
export function logMultiShard(database: string): string {
  return `alter database ${database} set citus.multi_task_query_log_level = 'log'`;
}

/**
 * Returns a function that lists the multi-shard statements since this call. The function returns undefined if the
 * server does not write its log as JSON.
 */
export async function watchMultiShard(connection: Server): Promise<() => Promise<MultiShard[] | undefined>> {
  const begins = await withServer(connection, async (server) => (await findLog(server))?.bytes);
  return () =>
    withServer(connection, async (server) => {
      const log = await findLog(server);
      if (log === undefined || begins === undefined) return undefined;
      return countStatements(await readEntries(server, log.name, begins, log.bytes));
    });
}

const PART_BYTES = 8 * 1024 * 1024;

/**
 * Reads the log entries of multi-shard statements. The log is read in parts, because it can be larger than the longest
 * text value.
 */
async function readEntries(server: Database, name: string, begins: number, ends: number): Promise<string[]> {
  const entries: string[] = [];
  let rest = Buffer.alloc(0);
  for (let at = begins; at < ends; at += PART_BYTES) {
    const [read] = await server<[{ part: Buffer }]>`
      select pg_read_binary_file(${name}, ${at}, ${Math.min(PART_BYTES, ends - at)}) as part`;
    const text = Buffer.concat([rest, read.part]);
    const whole = text.lastIndexOf('\n') + 1;
    rest = text.subarray(whole);
    entries.push(
      ...text
        .toString('utf8', 0, whole)
        .split('\n')
        .filter((line) => line.includes(MARK)),
    );
  }
  return entries;
}

async function findLog(server: Database): Promise<{ name: string; bytes: number } | undefined> {
  const [log] = await server<{ name: string; bytes: number }[]>`
    select log.name, (pg_stat_file(log.name)).size::float8 as bytes
    from (select pg_current_logfile('jsonlog') as name) as log
    where log.name is not null`;
  return log;
}

type Entry = { application_name?: string; message?: string; statement?: string };

function countStatements(lines: readonly string[]): MultiShard[] {
  const entries = lines
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ application_name = '' }) => application_name.startsWith('tenant-ops'));
  const times = Map.groupBy(entries, ({ statement = '' }) => statement.replaceAll(/\s+/g, ' ').trim());
  return [...times]
    .map(([statement, some]) => ({ statement, times: some.length }))
    .toSorted((one, other) => other.times - one.times);
}

async function withServer<T>(connection: Server, work: (server: Database) => Promise<T>): Promise<T> {
  const server = connect(connection, { max: 1, deadline_ms: 60_000 });
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
