import assert from 'node:assert/strict';
import type { Database } from '../../../src/lib/sql/sql.ts';
import { listTables } from '../../support/tables.ts';

/** Tables and columns that every request writes: request log, failed sign-ins, and times of last use. */
const LOGS = ['request_log', 'request_days', 'sign_in_failures'];
const USES = ['last_used_at', 'last_seen_at'];

/** All rows of all tables, each as a line of text. */
export type Rows = ReadonlySet<string>;

export async function rowReader(db: Database): Promise<() => Promise<Rows>> {
  const reads = (await listTables(db))
    .filter((name) => !LOGS.includes(name))
    .map(
      (name) =>
        `select '${name} ' || (to_jsonb(one) - '{${USES.join()}}'::text[])::text as text from ${name} as one`,
    );
  const statement = reads.join(' union all ');
  // Prepared, because planning a query of all tables takes longer than running it.
  return async () => new Set((await db<{ text: string }[]>`${db.unsafe(statement)}`).map(({ text }) => text));
}

/** Returns the tables in which a row contains one of the texts. */
export function tablesContaining(rows: Rows, texts: readonly string[]): string[] {
  const naming = [...rows].filter((row) => texts.some((text) => row.includes(`"${text}"`)));
  return [...new Set(naming.map(tableOf))].toSorted();
}

export function tableOf(row: string): string {
  return row.slice(0, row.indexOf(' '));
}

/** Returns the rows of the first reading that the second one does not have. A changed row is another row. */
export function rowsOnlyIn(first: Rows, second: Rows): string[] {
  return [...first.difference(second)];
}

/** Returns the differences between two readings: `-` for a removed row, `+` for an added row. */
function differenceOf(before: Rows, after: Rows): string[] {
  const gone = before.difference(after).keys();
  const added = after.difference(before).keys();
  return [...gone.map((row) => `- ${row}`), ...added.map((row) => `+ ${row}`)];
}

export function assertUnchanged(before: Rows, after: Rows): void {
  assert.deepEqual(differenceOf(before, after), []);
}
