import { isRefusal } from '../sql/sql.ts';

/**
 * Writes a batch in one statement. Where the database refuses it, writes halves, and so on, until only bad
 * rows are left out.
 */
export async function writeApart<Item>(
  batch: readonly Item[],
  write: (batch: readonly Item[]) => Promise<unknown>,
  onRefused: (item: Item, error: unknown) => Promise<void> | void,
): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) return onRefused(first, error);
    const middle = Math.ceil(batch.length / 2);
    await writeApart(batch.slice(0, middle), write, onRefused);
    await writeApart(batch.slice(middle), write, onRefused);
  }
}
