/*
 * The reference for operations that write: the exact statements of an operation, recorded once and repeated without
 * the service. The difference to the service's own rate is the cost of HTTP, checks and code.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConnectionSettings } from '../../src/lib/sql/embedded/embedded.ts';
import { Pool } from 'pg';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { toWireFormat, type Value } from '../../src/lib/sql/driver/values.ts';
import { concurrentCallers, type MeasuredSide } from './measure.ts';

export type Statement = { text: string; values: readonly Value[] };

const LOOKUPS = { random_page_cost: '1.1', max_parallel_workers_per_gather: '0', TimeZone: 'UTC' };

/** Records the statements that a piece of work sends, in order. */
export async function captureStatements(
  connection: ConnectionSettings,
  work: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const heard: Statement[] = [];
  const db = connect(connection, { max: 1, observe: (text, values) => void heard.push({ text, values }) });
  await db`select 1`;
  heard.length = 0;
  await work(db);
  await db.end();
  return heard;
}

export const PGBENCH = globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().at(-1);

export type ReplayOptions = {
  connection: ConnectionSettings;
  statements: Statement[];
  /** Values that must be new in each repetition, such as ids. */
  fresh: ReadonlySet<unknown>;
  /** A value that differs per caller, so that callers do not wait for the same row. */
  own?: { value: unknown; each: readonly string[] };
  at_once: number;
};

/** Repeats the statements without the service: with pgbench if it is installed, else with a loop over the driver. */
export function replayStatements(options: ReplayOptions): {
  name: string;
  side: MeasuredSide;
  close: () => Promise<void>;
} {
  if (PGBENCH !== undefined && existsSync(PGBENCH)) return byPgbench(PGBENCH, options);
  return replayWithDriver(options);
}

function byPgbench(program: string, { connection, statements, fresh, own, at_once }: ReplayOptions) {
  const side: MeasuredSide = async (seconds) => {
    const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
    const { script, variables } = scriptOf(statements, fresh, own);
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(at_once),
      '-j',
      '1',
      '-T',
      String(Math.ceil(seconds)),
    ];
    const where = ['-h', connection.host, '-p', String(connection.port), '-U', connection.username];
    const log = ['-l', '--log-prefix', join(folder, 'log'), '-f', file];
    const { stdout } = await promisify(execFile)(
      program,
      [...flags, ...where, ...log, ...variables.flatMap((one) => ['-D', one]), connection.database],
      {
        env: { ...process.env, PGPASSWORD: connection.password, PGOPTIONS: optionsOf(LOOKUPS) },
        cwd: folder,
      },
    );
    await rm(folder, { recursive: true });
    const per_second = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const p50_ms = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]);
    return { per_second, p50_ms, p99_ms: NaN };
  };
  return { name: 'pgbench', side, close: async () => {} };
}

function optionsOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Writes a pgbench script. Values are parameters, as the driver sends them, except values that must be new each
 * time.
 */
function scriptOf(statements: Statement[], fresh: ReadonlySet<unknown>, own: ReplayOptions['own']) {
  const variables: string[] = [];
  const seen = new Map<unknown, number>();
  const bodies = statements.map(({ text, values }, at) => {
    const replaced = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1];
      if (value === null) return 'null';
      if (own && value === own.value) return `('{${own.each.join(',')}}'::uuid[])[:client_id::int + 1]`;
      if (!fresh.has(value)) return `:p${at}_${number}`;
      if (!seen.has(value)) seen.set(value, seen.size);
      return freshId(seen.get(value) ?? 0);
    });
    for (const [index, value] of values.entries()) {
      if (value !== null && !fresh.has(value)) variables.push(`p${at}_${index + 1}=${textOf(value)}`);
    }
    return `${replaced.replaceAll(/\s*\n\s*/g, ' ').trim()};`;
  });
  const dice = [...seen.values()].map(
    (at) => `\\set a${at} random(0, 2147483647)\n\\set b${at} random(0, 281474976710655)`,
  );
  return { script: `${[...dice, ...bodies].join('\n')}\n`, variables };
}

function freshId(at: number): string {
  return `(lpad(to_hex(:a${at}::bigint), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(:b${at}::bigint), 12, '0'))::uuid`;
}

function textOf(value: Value): string {
  const wire = toWireFormat(value);
  return typeof wire === 'string' ? wire : `\\x${wire?.toString('hex')}`;
}

/** Repeats the statements in this process with the service's driver. */
export function replayWithDriver({ connection, statements, fresh, own, at_once }: ReplayOptions) {
  const { username: user, ...where } = connection;
  const options = Object.entries(LOOKUPS).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new Pool({ ...where, user, max: at_once, options: options.join(' ') });
  const side = concurrentCallers(at_once, async (index) => {
    const ids = new Map<unknown, string>([...fresh].map((one) => [one, crypto.randomUUID()]));
    const mine = own?.each[index];
    if (own && mine !== undefined) ids.set(own.value, mine);
    const client = await pool.connect();
    try {
      for (const [at, { text, values }] of statements.entries()) {
        await client.query({
          name: String(at),
          text,
          values: values.map((value) => ids.get(value) ?? toWireFormat(value)),
        });
      }
    } finally {
      client.release();
    }
  });
  return { name: 'bare driver', side, close: () => pool.end() };
}
