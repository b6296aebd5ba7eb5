import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { connect } from '../../../../src/lib/sql/sql.ts';
import type { FreshDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';

/** Returns an empty database on the same server, and a folder with its own migrations. */
export async function prepareMigrations(beside: FreshDatabase, files: Record<string, string>) {
  const database = `${beside.connection.database}_${randomUUID().slice(0, 8)}`;
  await beside.db.unsafe(`create database "${database}"`);
  const folder = await mkdtemp(join(tmpdir(), 'migrations-test-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const connection = { ...beside.connection, database };
  const db = connect(connection, { max: 2, ...LONG_TIMEOUTS });
  after(async () => {
    await db.end({ timeout: 0 });
    await rm(folder, { recursive: true, force: true });
  });
  return { db, folder, connection };
}
