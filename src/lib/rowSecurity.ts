import { type Database, type Transaction, withBegin } from './sql.ts';

/** The role that owns nothing: row level security holds for it on every table of accounts. */
export const RESTRICTED_ROLE = 'tenant_ops_restricted';

type Thenable = { then: Promise<unknown>['then'] };

/**
 * The same database seen by one account: every statement and every transaction runs as the restricted role,
 * so that a query that forgot its account finds nothing of the others.
 */
export function asAccount(db: Database, account_id: string): Database {
  const restricted = withBegin(db, (work) =>
    db.begin(async (tx) => {
      await restrict(tx, account_id);
      return work(tx);
    }),
  );
  return Object.assign((...args: unknown[]) => {
    const query: unknown = Reflect.apply(restricted, undefined, args);
    return isThenable(query) ? restrictWhenAwaited(db, account_id, query) : query;
  }, restricted) as Database;
}

/** A query runs when it is awaited; until then it may also become a part of another one. */
function restrictWhenAwaited(db: Database, account_id: string, query: Thenable): Thenable {
  const run = () =>
    db.begin(async (tx) => {
      await restrict(tx, account_id);
      return tx`${query as never}`;
    });
  return Object.defineProperty(query, 'then', {
    value: (...handlers: Parameters<Thenable['then']>) => run().then(...handlers),
  });
}

function isThenable(value: unknown): value is Thenable {
  return typeof value === 'object' && value !== null && 'then' in value;
}

async function restrict(tx: Transaction, account_id: string): Promise<void> {
  await tx`
    select set_config('role', ${RESTRICTED_ROLE}, true),
           set_config('app.account_id', ${account_id}, true)`;
}
