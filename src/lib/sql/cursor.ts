import type { Database, Fragment, Transaction } from './sql.ts';

type Bounds = {
  /** Maximum number of rows in memory. */
  rows: number;
  /** Maximum duration of the transaction; after it, reading fails with `ReadTooLong`. */
  timeout_ms: number;
};

/**
 * Reads the rows of a statement in batches through a cursor. The transaction ends after the last row, when the caller
 * stops iterating, or after `timeout_ms`.
 */
export async function* readByCursor<T extends object>(
  db: Database,
  statement: Fragment,
  { rows, timeout_ms }: Bounds,
): AsyncGenerator<T[]> {
  const { tx, end } = await openTransaction(db, timeout_ms);
  try {
    await tx`declare batches no scroll cursor for ${statement}`;
    for (;;) {
      // FETCH is sent without a prepared statement, because it has the same text for every cursor, but other columns.
      const batch = await tx.unsafe<T[]>(`fetch ${rows} from batches`);
      if (batch.length > 0) yield batch;
      if (batch.length < rows) return;
    }
  } finally {
    await end();
  }
}

type Opened = { tx: Transaction; end: () => Promise<void> };

async function openTransaction(db: Database, timeout_ms: number): Promise<Opened> {
  const opened = Promise.withResolvers<Opened>();
  const transaction: Promise<void> = db.begin((tx) => {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => over.reject(new ReadTooLong(timeout_ms)), timeout_ms).unref();
    const end = async () => {
      clearTimeout(timer);
      over.resolve();
      await transaction;
    };
    opened.resolve({ tx, end });
    return over.promise;
  }, 'long read');
  transaction.catch(opened.reject);
  return opened.promise;
}

export class ReadTooLong extends Error {
  constructor(timeout_ms: number) {
    super(`The rows were not read within ${timeout_ms} ms`);
    this.name = 'ReadTooLong';
  }
}
