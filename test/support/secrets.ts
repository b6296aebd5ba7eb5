import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { parseToken } from '../../src/access/tokens.ts';
import type { SecretBox } from '../../src/lib/crypto/secretBox.ts';
import { notedSecrets, noteSecret } from '../../support/secrets.ts';
import { isCluster } from './cluster.ts';
import { LONG_TIMEOUTS } from './longTimeouts.ts';
import type { Connection } from './postgres.ts';

/*
 * Searches every database and every log of a test run for secrets when it ends. Tokens are recognized by their
 * format and checksum; all other secrets are registered with `noteSecret`.
 *
 * Some places contain secrets by design and are not searched: the output of commands, the demo account printed at
 * the first start, the mails of an installation without a mail server (`DATA_DIR/mail` and the log line with the
 * same text), and the key file beside the database.
 */
const SHAPE = /t[a-z]{2}_[0-9A-Za-z]{55}/g;
const HEX = /\\x([0-9a-f]{16,})/g;
const logged: string[] = [];

/** Forgets the secrets of the previous test file in the same process, whose data is gone. */
export function forgetSecrets(): void {
  notedSecrets.clear();
  logged.length = 0;
  toldUntil = 0;
}

/** Registers every sealed or derived value as a secret. */
export function withSecretRegistration(box: SecretBox): SecretBox {
  return {
    ...box,
    seal(text, context) {
      noteSecret(text);
      return box.seal(text, context);
    },
    derive(purpose) {
      const secret = box.derive(purpose);
      noteSecret(secret);
      return secret;
    },
  };
}

/** Collects the lines of a log. */
export const logSink = { write: (line: string) => void logged.push(line) };

const REPORTED = /"level":"(?:warn|error|fatal)"/;
let toldUntil = 0;

/** Returns the warnings and errors that were logged since the last call. */
export function takeLoggedWarnings(): string {
  const lines = logged.slice(toldUntil).filter((line) => REPORTED.test(line));
  toldUntil = logged.length;
  return lines.join('');
}

function secretsIn(text: string): string[] {
  const tokens = (text.match(SHAPE) ?? []).filter((one) => parseToken(one));
  return [...tokens, ...[...notedSecrets].filter((secret) => text.includes(secret))];
}

export function assertNoSecretLogged(): void {
  assertNoSecretIn('the log', logged.join(''));
}

export function assertNoSecretIn(what: string, text: string): void {
  const found = secretsIn(text);
  if (found.length > 0) throw new Error(`${what} holds in clear: ${found.join(', ')}`);
}

/** Searches every value of every table; binary values are also searched as text. */
export async function assertNoSecretStored(connection: Connection): Promise<void> {
  const db = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  try {
    const found: string[] = [];
    for (const table of await listTables(db)) found.push(...(await searchTable(db, table)));
    if (found.length > 0) throw new Error(`the database holds in clear: ${found.join(', ')}`);
  } finally {
    await db.end({ timeout: 1 });
  }
}

/**
 * Lists the tables to search. Empty tables, which are most in a test, have no disk blocks and are skipped. A
 * distributed table has no blocks on the coordinator and is always searched.
 */
async function listTables(db: Database): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
      and (
        ${isCluster()}
        or pg_relation_size(class.oid) > 0
        or exists (select from pg_partition_tree(class.oid) as part where pg_relation_size(part.relid) > 0))`;
  return tables.map(({ name }) => name);
}

async function searchTable(db: Database, table: string): Promise<string[]> {
  const found: string[] = [];
  await eachBatch(db, table, (text) => {
    const bytes = [...text.matchAll(HEX)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));
    found.push(...secretsIn(`${text}\n${bytes.join('\n')}`).map((secret) => `${table}: ${secret}`));
  });
  return found;
}

async function eachBatch(db: Database, table: string, read: (text: string) => void): Promise<void> {
  await db.begin(async (tx) => {
    await tx.unsafe(`declare batch cursor for select row::text as text from "${table}" as row`);
    for (let left = true; left;) {
      const rows = await tx<{ text: string }[]>`fetch 2000 from batch`;
      read(rows.map(({ text }) => text).join('\n'));
      left = rows.length > 0;
    }
  });
}

/** Removes a data directory after searching the files of its server, including dead rows and the write-ahead log. */
export async function searchAndRemove(data_dir: string): Promise<void> {
  try {
    for (const path of await listFiles(join(data_dir, 'postgres'))) {
      const content = await readFile(path).catch(() => Buffer.alloc(0));
      assertNoSecretIn(path, content.toString('latin1'));
    }
  } finally {
    await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}
