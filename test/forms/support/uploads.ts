import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAccount } from '../../../src/features/accounts/accounts.ts';
import { deleteOrphanFiles } from '../../../src/features/forms/files/orphanFiles.ts';
import { createKey } from '../../../src/features/keys/keys.ts';
import { folderStore } from '../../../src/lib/files/folder.ts';
import type { Database } from '../../../src/lib/sql/sql.ts';
import { callerAt, type Caller } from '../../../support/caller.ts';
import { eventually } from '../../../support/eventually.ts';
import { cloneDatabase } from '../../support/database.ts';
import { freshFolder } from '../../support/fileStores.ts';
import { makeTools } from '../../support/tools.ts';
import { drawLongPng } from '../../support/pictures.ts';

const PROGRAM = fileURLToPath(new URL('uploadProcess.ts', import.meta.url));
const AT_ONCE = 10;
const PICTURE_BYTES = 100_000;
/** The application name of the processes' database connections. */
const NAME = 'uploads';

export type UploadSite = {
  start(): Promise<UploadServer>;
  check(acknowledged: string[]): Promise<Findings>;
};
export type UploadServer = { api: Caller; kill(): Promise<void>; readMemory(): Promise<Memory> };
export type Memory = { kept_bytes: number; resident_bytes: number };
type Findings = {
  forms: number;
  /** Acknowledged uploads that are missing. */
  lost: number;
  /** Forms with a missing or incomplete file. */
  broken: number;
  collected: number;
  /** Files without a form after the cleanup. */
  left: number;
};

/** Opens a database, a folder and an account, and processes that use them until they are killed. */
export async function openUploadSite({ is_careless = false, is_hoarding = false } = {}): Promise<UploadSite> {
  const fresh = await cloneDatabase();
  after(() => fresh.drop());
  const { db, connection } = fresh;
  const folder = await freshFolder();
  const now = new Date();
  const files = folderStore(folder);
  const tools = makeTools({ files });
  const admin = { email: 'ada@example.com', full_name: 'Ada', password: 'correct horse battery' };
  const { account_id, user_id } = await createAccount({ db, now, tools }, { name: 'Nord', admin });
  const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;
  const { key } = await createKey(ctx, { name: 'T', scopes: ['manage:forms', 'read:forms'] });
  const options = JSON.stringify({ connection, name: NAME, folder, is_careless, is_hoarding });

  return {
    async start() {
      const child = spawn(process.execPath, ['--expose-gc', PROGRAM, options], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      const [url] = await once(createInterface({ input: child.stdout as Readable }), 'line');
      return {
        api: callerAt(String(url), key),
        kill: () => kill(child),
        async readMemory() {
          child.send('How much is kept?');
          const [memory] = await once(child, 'message');
          return memory;
        },
      };
    },
    async check(acknowledged) {
      await eventually(
        () => countConnected(db),
        (connected) => connected === 0,
      );
      const rows = await db<{ id: string; template_key: string; template_sha256: string }[]>`
        select id, template_key, template_sha256 from forms`;
      let broken = 0;
      for (const { template_key, template_sha256 } of rows) {
        const file = await files.open(template_key);
        const bytes = file ? await buffer(file.content) : Buffer.of();
        if (createHash('sha256').update(bytes).digest('hex') !== template_sha256) broken++;
      }
      const later = new Date(Date.now() + 2 * 60 * 60_000);
      const collected = await deleteOrphanFiles({ db, now: later, tools });
      const kept = await Array.fromAsync(files.list('forms'));
      const drafts = await files.forgetUnfinished(later);
      const known = new Set(rows.map(({ id }) => id));
      return {
        forms: rows.length,
        lost: acknowledged.filter((id) => !known.has(id)).length,
        broken,
        collected,
        left: kept.length + drafts - (rows.length - broken),
      };
    },
  };
}

/** The server executes statements of a killed process until it notices the closed connection. */
async function countConnected(db: Database): Promise<number> {
  const [{ count } = { count: 0 }] = await db<{ count: number }[]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database()
      and application_name = ${NAME}`;
  return count;
}

/** Uploads in parallel until the process is killed; returns the acknowledged uploads. */
export async function uploadUntilKilled(server: UploadServer, count: number): Promise<string[]> {
  const template_image_base64 = drawLongPng(PICTURE_BYTES).toString('base64');
  const acknowledged: string[] = [];
  let left = count;
  const upload = async () => {
    while (left-- > 0) {
      const answer = await server.api.post('/v1/api-tenant-forms', { name: 'Form', template_image_base64 });
      if (answer.status === 201) acknowledged.push(answer.body.id);
      if (acknowledged.length === count >> 1) void server.kill();
    }
  };
  await Promise.allSettled(Array.from({ length: AT_ONCE }, upload));
  await server.kill();
  return acknowledged;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
