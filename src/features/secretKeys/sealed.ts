/*
 * Rotation of the secret key: reseals all stored secrets with the newest key while the service runs.
 *
 * Rows are read in batches in the order of the primary key, and a value is replaced only if it is unchanged. Locked or
 * changed rows are skipped and tried again in the next pass, so that the rotation never blocks a request.
 */
import type { KeyRing } from '../../lib/crypto/secretBox.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { SEALED_TABLES, type SealedTableColumns } from './sealedColumns.ts';
import {
  listSealedRows,
  replaceSealedValues,
  type SealedValueReplacement,
  type SealedRow,
} from './sql/sealed.ts';

/**
 * The number of values that each key sealed, by key name, newest key first. `unopened` counts the values that no key
 * can open.
 */
export type SealedValueCounts = { by_key: Map<string, number>; unopened: number };

export type ResealResult = { resealed: number; counts: SealedValueCounts };

const BATCH_ROWS = 500;
const SAMPLE_ROWS = 1_000;
/**
 * Upper limit of passes over all rows. A pass skips rows that other transactions lock or change; the next pass tries
 * them again.
 */
const MOST_PASSES = 10;

/**
 * Tries to open every sealed value with each key and counts the results. A concurrent reseal changes values in place
 * and keeps the order of the rows, so no value is missed.
 */
export async function countSealedValues(
  db: Queryable,
  ring: KeyRing,
  interrupted?: AbortSignal,
): Promise<SealedValueCounts> {
  const counts = noneOf(ring);
  for (const place of SEALED_TABLES)
    for await (const rows of readBatches(db, place)) {
      interrupted?.throwIfAborted();
      for (const value of valuesOf(place, rows)) count(counts, ring, value);
    }
  return counts;
}

/**
 * Counts sealed values in the first SAMPLE_ROWS rows of each table: a quick check that the keys belong to this
 * database.
 */
export async function countSealedValuesInSample(db: Queryable, ring: KeyRing): Promise<SealedValueCounts> {
  const counts = noneOf(ring);
  for (const place of SEALED_TABLES) {
    const rows = await listSealedRows(db, place, columnsOf(place), { after: undefined, limit: SAMPLE_ROWS });
    for (const value of valuesOf(place, rows)) count(counts, ring, value);
  }
  return counts;
}

export function countOpenedValues({ by_key }: SealedValueCounts): number {
  return [...by_key.values()].reduce((sum, count) => sum + count, 0);
}

/** Reseals every value of an older key with the newest key. Each batch is committed separately. */
export async function resealAllInBatches(
  db: Queryable,
  ring: KeyRing,
  interrupted: AbortSignal,
): Promise<ResealResult> {
  let resealed = 0;
  for (let pass = 1; ; pass++) {
    const moved = await resealOnce(db, ring, interrupted);
    resealed += moved;
    const counts = await countSealedValues(db, ring);
    const [, ...older] = ring.names;
    const left = older.some((name) => counts.by_key.get(name) !== 0);
    if (!left || moved === 0 || pass === MOST_PASSES) return { resealed, counts };
  }
}

async function resealOnce(db: Queryable, ring: KeyRing, interrupted: AbortSignal): Promise<number> {
  let moved = 0;
  for (const place of SEALED_TABLES)
    for await (const rows of readBatches(db, place)) {
      interrupted.throwIfAborted();
      moved += await resealBatch(db, ring, place, rows);
    }
  return moved;
}

async function resealBatch(
  db: Queryable,
  ring: KeyRing,
  place: SealedTableColumns,
  rows: readonly SealedRow[],
): Promise<number> {
  let moved = 0;
  const old = valuesOf(place, rows).filter((value) => isOld(ring, value));
  for (const column of columnsOf(place)) {
    const of_column = old.filter((value) => value.column === column);
    for (const [account_id = '', values] of Map.groupBy(of_column, ({ key }) => key[0])) {
      const replacements = values.map((value) => replacementOf(ring, value));
      moved += await replaceSealedValues(db, account_id, { place, column }, replacements);
    }
  }
  return moved;
}

type SealedValue = { key: readonly string[]; column: string; context: string; sealed: Buffer };

function isOld(ring: KeyRing, { sealed, context }: SealedValue): boolean {
  const name = ring.findKey(sealed, context);
  return name !== undefined && name !== ring.names[0];
}

function replacementOf(ring: KeyRing, { key, sealed, context }: SealedValue): SealedValueReplacement {
  const after = ring.seal(ring.open(sealed, context), context);
  return { key, before: sealed.toString('base64'), after: after.toString('base64') };
}

async function* readBatches(db: Queryable, place: SealedTableColumns): AsyncGenerator<SealedRow[]> {
  let after: string[] | undefined;
  for (;;) {
    const rows = await listSealedRows(db, place, columnsOf(place), { after, limit: BATCH_ROWS });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)?.key;
  }
}

function valuesOf({ columns }: SealedTableColumns, rows: readonly SealedRow[]): SealedValue[] {
  return rows.flatMap(({ key, sealed }) =>
    Object.entries(columns).flatMap(([column, contextOf]) => {
      const text = sealed[column] ?? null;
      return text === null
        ? []
        : [{ key, column, context: contextOf(key), sealed: Buffer.from(text, 'base64') }];
    }),
  );
}

function count(counts: SealedValueCounts, ring: KeyRing, { sealed, context }: SealedValue): void {
  const name = ring.findKey(sealed, context);
  if (name === undefined) counts.unopened++;
  else counts.by_key.set(name, (counts.by_key.get(name) ?? 0) + 1);
}

function noneOf({ names }: KeyRing): SealedValueCounts {
  return { by_key: new Map(names.map((name) => [name, 0])), unopened: 0 };
}

function columnsOf({ columns }: SealedTableColumns): string[] {
  return Object.keys(columns);
}
