import { cacheAccountDatabases } from './accountDatabases.ts';
import { isUuid } from '../ids.ts';
import { areRowsSharded } from './sharding.ts';
import {
  runComposedStatement,
  withStatementRunner,
  type Database,
  type Purpose,
  type Sql,
  type Transaction,
} from './sql.ts';
import { mayStatementWrite } from './retrySafety.ts';

/** Role that owns no tables, because row-level security does not apply to the owner of a table. */
const RESTRICTED_ROLE = 'tenant_ops_restricted';

/**
 * Returns a view of the database that runs every statement and transaction as the restricted role of one account. A
 * query without its account condition then finds no rows of other accounts.
 */
export const databaseAsAccount = cacheAccountDatabases((db, account_id) => {
  const own = viewAs(db, { account_id, sees: 'own' });
  views.set(own, viewAs(db, { account_id, sees: 'shared' }));
  return own;
});

const views = new WeakMap<Database, Database>();

/** Returns the view of the same account that also includes rows which other accounts share with it. */
export function withSharedRows(db: Database): Database {
  return views.get(db) ?? db;
}

type View = { account_id: string; sees: 'own' | 'shared' };

function viewAs(db: Database, view: View): Database {
  const begin = <T>(work: (tx: Transaction) => Promise<T>, purpose?: Purpose) =>
    db.begin(async (tx) => {
      await restrict(tx, view);
      return work(tx);
    }, purpose);
  const ask = (sql: Sql) =>
    begin((tx) => runComposedStatement(tx, sql), mayStatementWrite(sql.text) ? 'write' : 'read');
  return withStatementRunner(db, { begin, ask });
}

async function restrict(tx: Transaction, { account_id, sees }: View): Promise<void> {
  if (areRowsSharded(tx)) return restrictOnServers(tx, { account_id, sees });
  await tx`
    select set_config('role', ${RESTRICTED_ROLE}, true),
           set_config('app.account_id', ${account_id}, true),
           set_config('app.sees', ${sees}, true)`;
}

/**
 * Citus forwards only `set local` without parameters to the workers, so the values are part of the text; the account id
 * is checked first.
 */
async function restrictOnServers(tx: Transaction, { account_id, sees }: View): Promise<void> {
  if (!isUuid(account_id)) throw new Error('not the id of an account');
  await Promise.all([
    tx`set local citus.propagate_set_commands = 'local'`,
    tx.unsafe(`set local app.account_id = '${account_id}'`),
    tx.unsafe(`set local app.sees = '${sees}'`),
    tx.unsafe(`set local role ${RESTRICTED_ROLE}`),
  ]);
}
