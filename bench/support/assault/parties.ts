import { createAccount } from '../../../src/features/accounts/accounts.ts';
import { createKey } from '../../../src/features/keys/keys.ts';
import { createTask } from '../../../src/features/tasks/tasks.ts';
import { findConnection } from '../../../src/lib/postgres/connectionFile.ts';
import { connect, type Database } from '../../../src/lib/sql.ts';
import { callerAt, type Caller } from '../../../test/support/caller.ts';
import { consoleOf } from '../../../test/support/console.ts';
import { makeTools } from '../stage.ts';

/** Who attacks, and who only wants to go on working. */
export type Parties = {
  attacker: Caller;
  health: () => Promise<{ status: number }>;
  list: () => Promise<{ status: number }>;
};

const TASKS = 100;
const PASSWORD = 'correct horse battery';

export async function openParties(url: string, data_dir: string): Promise<Parties> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, { max: 2 });
  const attacker = await openAccount(db, 'mallory@example.com');
  const { ctx } = await openAccount(db, 'ada@example.com');
  for (let at = 0; at < TASKS; at++) await createTask(ctx, { title: `Task ${at}` });
  const { key } = await createKey(ctx, { name: 'Bench', scopes: ['read:tasks'] });
  await db.end({ timeout: 1 });
  const nobody = callerAt(url);
  const other = callerAt(url, key);
  const admin = await consoleOf({ url }, attacker.person);
  // What reads documents has its code and its memory from the first one on.
  await admin.post('/documents', { name: 'guide.txt', content: Buffer.from('Pump 7.').toString('base64') });
  return {
    attacker: admin,
    health: () => nobody.get('/healthz'),
    list: () => other.get('/v1/api-tenant-tasks'),
  };
}

async function openAccount(db: Database, email: string) {
  const now = new Date();
  const tools = makeTools();
  const admin = { email, full_name: 'Ada', password: PASSWORD };
  const { account_id, user_id } = await createAccount({ db, now, tools }, { name: 'Bench', admin });
  const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;
  return { ctx, person: { email, password: PASSWORD } };
}
