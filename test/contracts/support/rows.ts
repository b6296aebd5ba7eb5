import assert from 'node:assert/strict';
import type { Database } from '../../../src/lib/sql/sql.ts';

/** Asking by itself writes these: the log of requests, guesses, and when something was last used. */
const LOGS = ['request_log', 'request_days', 'sign_in_failures'];
const USES = ['last_used_at', 'last_seen_at'];

/** Every row of every table as a line of text. */
export type Rows = ReadonlySet<string>;

export async function rowReader(db: Database): Promise<() => Promise<Rows>> {
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
    order by class.relname`;
  const reads = tables
    .filter(({ name }) => !LOGS.includes(name))
    .map(
      ({ name }) =>
        `select '${name} ' || (to_jsonb(one) - '{${USES.join()}}'::text[])::text as text from ${name} as one`,
    );
  const statement = reads.join(' union all ');
  return async () => new Set((await db.unsafe<{ text: string }[]>(statement)).map(({ text }) => text));
}

/** The tables in which a row holds one of the texts. */
export function tablesNaming(rows: Rows, texts: readonly string[]): string[] {
  const naming = [...rows].filter((row) => texts.some((text) => row.includes(`"${text}"`)));
  return [...new Set(naming.map((row) => row.slice(0, row.indexOf(' '))))].toSorted();
}

/** What one reading has and the other has not. */
function differenceOf(before: Rows, after: Rows): string[] {
  const gone = before.difference(after).keys();
  const added = after.difference(before).keys();
  return [...gone.map((row) => `- ${row}`), ...added.map((row) => `+ ${row}`)];
}

export function assertUnchanged(before: Rows, after: Rows): void {
  assert.deepEqual(differenceOf(before, after), []);
}
