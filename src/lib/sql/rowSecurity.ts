import { accountDatabases } from './accountDatabases.ts';
import { isUuid } from '../ids.ts';
import { areRowsSharded } from './sharding.ts';
import { runOn, withRunner, type Database, type Purpose, type Sql, type Transaction } from './sql.ts';
import { mayStatementWrite } from './retrySafety.ts';

/** A role without tables of its own, so that row level security applies to it. */
const RESTRICTED_ROLE = 'tenant_ops_restricted';

/**
 * A database whose statements and transactions run as the restricted role, for one account. A query that forgets its
 * account finds no rows of other accounts.
 */
export const asAccount = accountDatabases((db, account_id) => {
  const own = viewAs(db, { account_id, sees: 'own' });
  views.set(own, viewAs(db, { account_id, sees: 'shared' }));
  return own;
});

const views = new WeakMap<Database, Database>();

/** A view of one account that also sees rows which other accounts share with it. */
export function seeingShared(db: Database): Database {
  return views.get(db) ?? db;
}

type View = { account_id: string; sees: 'own' | 'shared' };

function viewAs(db: Database, view: View): Database {
  const begin = <T>(work: (tx: Transaction) => Promise<T>, purpose?: Purpose) =>
    db.begin(async (tx) => {
      await restrict(tx, view);
      return work(tx);
    }, purpose);
  const ask = (sql: Sql) => begin((tx) => runOn(tx, sql), mayStatementWrite(sql.text) ? 'write' : 'read');
  return withRunner(db, { begin, ask });
}

async function restrict(tx: Transaction, { account_id, sees }: View): Promise<void> {
  if (areRowsSharded(tx)) return restrictOnServers(tx, { account_id, sees });
  await tx`
    select set_config('role', ${RESTRICTED_ROLE}, true),
           set_config('app.account_id', ${account_id}, true),
           set_config('app.sees', ${sees}, true)`;
}

/** Only these statements, which take no parameters, are passed on to the servers with the rows. */
async function restrictOnServers(tx: Transaction, { account_id, sees }: View): Promise<void> {
  if (!isUuid(account_id)) throw new Error('not the id of an account');
  await Promise.all([
    tx`set local citus.propagate_set_commands = 'local'`,
    tx.unsafe(`set local app.account_id = '${account_id}'`),
    tx.unsafe(`set local app.sees = '${sees}'`),
    tx.unsafe(`set local role ${RESTRICTED_ROLE}`),
  ]);
}
