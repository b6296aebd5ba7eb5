import type { Database, Fragment, Transaction } from './sql.ts';

type Bounds = {
  /** How many rows are held in memory. */
  rows: number;
  /** How long the transaction may last: a reader that needs longer gets a failure. */
  within_ms: number;
  /** Called when the connection has been given back. */
  ended?: () => void;
};

/** The rows of a statement in batches. The transaction ends with the rows, with the reader or with its time. */
export async function* readByCursor<T extends object>(
  db: Database,
  statement: Fragment,
  { rows, ...bounds }: Bounds,
): AsyncGenerator<T[]> {
  const { tx, end } = await openTransaction(db, bounds);
  try {
    await tx`declare batches no scroll cursor for ${statement}`;
    for (;;) {
      // Not prepared: its columns are those of the cursor.
      const batch = await tx.unsafe<T[]>(`fetch ${rows} from batches`);
      if (batch.length > 0) yield batch;
      if (batch.length < rows) return;
    }
  } finally {
    await end();
  }
}

type Opened = { tx: Transaction; end: () => Promise<void> };

async function openTransaction(
  db: Database,
  { within_ms, ended = () => {} }: Omit<Bounds, 'rows'>,
): Promise<Opened> {
  const opened = Promise.withResolvers<Opened>();
  const transaction: Promise<void> = db.begin((tx) => {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => over.reject(new ReadTooLong(within_ms)), within_ms).unref();
    const end = async () => {
      clearTimeout(timer);
      over.resolve();
      await transaction;
    };
    opened.resolve({ tx, end });
    return over.promise;
  }, 'long read');
  transaction.then(ended, ended);
  transaction.catch(opened.reject);
  return opened.promise;
}

export class ReadTooLong extends Error {
  constructor(within_ms: number) {
    super(`The rows were not read within ${within_ms} ms`);
    this.name = 'ReadTooLong';
  }
}

/** The same pieces with the first one made already: what fails before it can still be answered as a failure. */
export async function startPieces<T>(pieces: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const started = [await pieces.next()];
  const next = async () => started.shift() ?? (await pieces.next());
  return { [Symbol.asyncIterator]: () => ({ next, return: () => pieces.return(undefined) }) };
}
