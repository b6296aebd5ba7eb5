import { createKey } from '../../../src/features/keys/keys.ts';
import { createTask } from '../../../src/features/tasks/tasks.ts';
import { findConnection } from '../../../src/lib/sql/embedded/embedded.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { callerAt, type Caller } from '../../../support/caller.ts';
import { consoleOf } from '../../../support/console.ts';
import { seedAccount } from '../accounts.ts';

/** The attacker and the callers that are measured. */
export type AttackParties = {
  attacker: Caller;
  health: () => Promise<{ status: number }>;
  list: () => Promise<{ status: number }>;
};

const TASKS = 100;

export async function openAttackParties(url: string, data_dir: string): Promise<AttackParties> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, { max: 2 });
  const attacker = await seedAccount(db, 'Mallory');
  const { ctx } = await seedAccount(db);
  for (let at = 0; at < TASKS; at++) await createTask(ctx, { title: `Task ${at}` });
  const { key } = await createKey(ctx, { name: 'Bench', scopes: ['read:tasks'] });
  await db.end({ timeout: 1 });
  const nobody = callerAt(url);
  const other = callerAt(url, key);
  const admin = await consoleOf({ url }, attacker.person);
  // Reads one document first, so that the code and memory of the reader are not counted as growth.
  await admin.post('/documents', { name: 'guide.txt', content: Buffer.from('Pump 7.').toString('base64') });
  return {
    attacker: admin,
    health: () => nobody.get('/healthz'),
    list: () => other.get('/v1/api-tenant-tasks'),
  };
}
