import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { connect } from '../../../src/lib/sql/sql.ts';
import type { Connection } from '../../support/postgres.ts';
import type { Edit } from './codeRules.ts';
import { applyEdit } from './mistakes.ts';

/** A copy of the checkout for planting mistakes, with the environment of its tests. */
export type Copy = { root: string; environment: NodeJS.ProcessEnv; clear: () => Promise<void> };

type Source = { root: string; scratch: string; server?: Connection };

/** Files that are not copied, because they are not sources or all copies share them. */
const LEFT_OUT = ['node_modules', '.git', 'data', 'gallery', 'bench.json', '.installing'];

/** Creates the folder for copies. The account that runs PostgreSQL needs permission to traverse it. */
export async function makeScratch(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'mutate-'));
  await chmod(scratch, 0o755);
  return scratch;
}

/** The databases belong to a role of the copy, so that the databases of a killed process can be found and dropped. */
export async function makeCopy(name: string, { root, scratch, server }: Source): Promise<Copy> {
  const folder = join(scratch, name);
  const temporary = join(folder, 'tmp');
  await cp(root, join(folder, 'src'), {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path)),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'src', 'node_modules'));
  await mkdir(temporary);
  const connection = server && (await makeRole(server, `copy_${name}`));
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const environment = {
    ...inherited,
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
    TEST_CHROMIUM: join(scratch, 'chromium'),
    TEST_EVENTUALLY_MS: '20000',
    ...(connection && { TEST_POSTGRES: JSON.stringify(connection) }),
  };
  const clear = async () => {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(temporary);
    if (connection) await dropDatabases(connection);
  };
  return { root: join(folder, 'src'), environment, clear };
}

/** Plants a mistake, and removes it when the work ends. */
export async function withMistake<T>(
  { root }: Copy,
  mistake: Edit & { file: string },
  work: () => Promise<T>,
): Promise<T> {
  const path = join(root, mistake.file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, applyEdit(text, mistake));
  try {
    return await work();
  } finally {
    await writeFile(path, text);
  }
}

async function makeRole(server: Connection, username: string): Promise<Connection> {
  await withServer(server, (db) =>
    db.unsafe(`create role ${username} superuser login password '${server.password}'`),
  );
  return { ...server, username };
}

async function dropDatabases(connection: Connection): Promise<void> {
  await withServer(connection, async (db) => {
    const left = await db<{ name: string }[]>`
      select database.datname as name
      from pg_database as database
      join pg_roles as role on role.oid = database.datdba
      where role.rolname = ${connection.username}`;
    for (const { name } of left) await db.unsafe(`drop database if exists ${name} with (force)`);
  });
}

async function withServer(
  connection: Connection,
  work: (db: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> {
  const db = connect(connection, { max: 1, deadline_ms: 60_000, connect_ms: 60_000 });
  try {
    await work(db);
  } finally {
    await db.end();
  }
}
