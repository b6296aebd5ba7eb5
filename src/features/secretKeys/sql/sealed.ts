import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type SealedTable = {
  table:
    | 'webhook_endpoints'
    | 'deletion_endpoints'
    | 'skills'
    | 'mails'
    | 'second_factors'
    | 'idempotency_keys';
  /** The columns of the primary key and their types; `account_id` is the first. */
  key: Readonly<Record<string, 'uuid' | 'text'>>;
  /** True if the column stores sealed values as base64 text, beside unsealed values that are JSON. */
  is_text?: true;
};

export type SealedRow = { key: string[]; sealed: Record<string, string | null> };

/**
 * Reads the next rows after a key, in the order of the primary key. Sealed values are returned in base64, unsealed
 * values as null.
 */
// across accounts: values of all accounts are sealed with the same keys
export async function listSealedRows(
  db: Queryable,
  place: SealedTable,
  columns: readonly string[],
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<SealedRow[]> {
  const names = Object.keys(place.key);
  const members = columns.map((column) => `'${column}', ${sealedIn(place, `stored.${column}`)}`);
  const order = names.map((name) => `stored.${name}`).join(', ');
  return db<SealedRow[]>`
    select
      array[${db.unsafe(names.map((name) => `stored.${name}::text`).join(', '))}] as key,
      jsonb_build_object(${db.unsafe(members.join(', '))}) as sealed
    from ${db(place.table)} as stored
    ${after ? db`where (${db.unsafe(order)}) > (${keyOf(db, place, after)})` : db``}
    order by ${db.unsafe(order)}
    limit ${limit}`;
}

export type SealedValueReplacement = { key: readonly string[]; before: string; after: string };

/**
 * Replaces sealed values of an account. Skips values that changed since they were read and rows that other transactions
 * lock.
 */
export async function replaceSealedValues(
  db: Queryable,
  account_id: string,
  { place, column }: { place: SealedTable; column: string },
  replacements: readonly SealedValueReplacement[],
): Promise<number> {
  const asIn = (value: string) => db.unsafe(sameValue(place, column, value));
  const replaced = await db`
    with held as materialized (
      select value.*
      from jsonb_to_recordset(${db.json([...replacements])}) as value (key text[], before text, after text)
      join ${db(place.table)} as stored
        on stored.account_id = ${account_id}
        and ${asIn('value')}
      for no key update of stored skip locked
    )
    update ${db(place.table)} as stored
    set ${db(column)} = ${db.unsafe(storedAs(place, 'held.after'))}
    from held
    where stored.account_id = ${account_id}
      and ${asIn('held')}`;
  return replaced.count;
}

/** Locks the file of secret keys against other commands until the transaction ends. */
// across accounts: the installation has one set of keys
export async function lockSecretKeysFile(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${KEYS_LOCK})`;
}

const KEYS_LOCK = 7_140_236;

function keyOf(db: Queryable, { key }: SealedTable, values: readonly string[]): Fragment {
  const parts = Object.values(key).map((type, at): Fragment => db`${values[at]}::${db.unsafe(type)}`);
  return parts.reduce((joined, one) => db`${joined}, ${one}`);
}

function sameValue(place: SealedTable, column: string, value: string): string {
  const key = Object.entries(place.key).map(
    ([name, type], at) => `stored.${name} = ${value}.key[${at + 1}]::${type}`,
  );
  return [...key, `stored.${column} = ${storedAs(place, `${value}.before`)}`].join(' and ');
}

/**
 * Sealed text is recognized by its first letter: the version byte of a sealed value always encodes to `A` in base64,
 * and JSON never starts with `A`.
 */
function sealedIn({ is_text }: SealedTable, column: string): string {
  return is_text
    ? `case when ${column} like 'A%' then ${column} end`
    : `translate(encode(nullif(${column}, ''), 'base64'), E'\\n', '')`;
}

function storedAs({ is_text }: SealedTable, value: string): string {
  return is_text ? value : `decode(${value}, 'base64')`;
}
