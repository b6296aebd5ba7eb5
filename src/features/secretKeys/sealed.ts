import type { KeyRing } from '../../lib/crypto/secretBox.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { SEALED_COLUMNS, type SealedColumn } from './places.ts';
import { readRows, replaceSealed, type Replacement, type SealedRow } from './sql/sealed.ts';

/** How many values each key seals, by its name, the newest first, and how many none of them opens. */
export type SealedCounts = { by_key: Map<string, number>; unopened: number };

export type Resealed = { resealed: number; counts: SealedCounts };

const BATCH_ROWS = 500;
const SAMPLE_ROWS = 1_000;
/** The most passes over the rows; rows that others lock or change are left to the next pass. */
const MOST_PASSES = 10;

/** Tries the keys on every sealed value. Values move within a row only, so none is passed by. */
export async function countSealed(
  db: Queryable,
  ring: KeyRing,
  interrupted?: AbortSignal,
): Promise<SealedCounts> {
  const counts = noneOf(ring);
  for (const place of SEALED_COLUMNS)
    for await (const rows of readBatches(db, place)) {
      interrupted?.throwIfAborted();
      for (const value of valuesOf(place, rows)) count(counts, ring, value);
    }
  return counts;
}

/** Counts sealed values in the first rows of each table. */
export async function sampleSealed(db: Queryable, ring: KeyRing): Promise<SealedCounts> {
  const counts = noneOf(ring);
  for (const place of SEALED_COLUMNS) {
    const rows = await readRows(db, place, columnsOf(place), { after: undefined, limit: SAMPLE_ROWS });
    for (const value of valuesOf(place, rows)) count(counts, ring, value);
  }
  return counts;
}

export function sumOpened({ by_key }: SealedCounts): number {
  return [...by_key.values()].reduce((sum, count) => sum + count, 0);
}

/** Seals what an older key seals with the newest, in batches that are committed one by one. */
export async function resealAll(db: Queryable, ring: KeyRing, interrupted: AbortSignal): Promise<Resealed> {
  let resealed = 0;
  for (let pass = 1; ; pass++) {
    const moved = await resealOnce(db, ring, interrupted);
    resealed += moved;
    const counts = await countSealed(db, ring);
    const [, ...older] = ring.names;
    const left = older.some((name) => counts.by_key.get(name) !== 0);
    if (!left || moved === 0 || pass === MOST_PASSES) return { resealed, counts };
  }
}

async function resealOnce(db: Queryable, ring: KeyRing, interrupted: AbortSignal): Promise<number> {
  let moved = 0;
  for (const place of SEALED_COLUMNS)
    for await (const rows of readBatches(db, place)) {
      interrupted.throwIfAborted();
      moved += await resealBatch(db, ring, place, rows);
    }
  return moved;
}

async function resealBatch(
  db: Queryable,
  ring: KeyRing,
  place: SealedColumn,
  rows: readonly SealedRow[],
): Promise<number> {
  let moved = 0;
  const old = valuesOf(place, rows).filter((value) => isOld(ring, value));
  for (const column of columnsOf(place)) {
    const of_column = old.filter((value) => value.column === column);
    for (const [account_id = '', values] of Map.groupBy(of_column, ({ key }) => key[0])) {
      const replacements = values.map((value) => replacementOf(ring, value));
      moved += await replaceSealed(db, account_id, { place, column }, replacements);
    }
  }
  return moved;
}

type SealedValue = { key: readonly string[]; column: string; context: string; sealed: Buffer };

function isOld(ring: KeyRing, { sealed, context }: SealedValue): boolean {
  const name = ring.findKey(sealed, context);
  return name !== undefined && name !== ring.names[0];
}

function replacementOf(ring: KeyRing, { key, sealed, context }: SealedValue): Replacement {
  const after = ring.seal(ring.open(sealed, context), context);
  return { key, before: sealed.toString('base64'), after: after.toString('base64') };
}

async function* readBatches(db: Queryable, place: SealedColumn): AsyncGenerator<SealedRow[]> {
  let after: string[] | undefined;
  for (;;) {
    const rows = await readRows(db, place, columnsOf(place), { after, limit: BATCH_ROWS });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)?.key;
  }
}

function valuesOf({ columns }: SealedColumn, rows: readonly SealedRow[]): SealedValue[] {
  return rows.flatMap(({ key, sealed }) =>
    Object.entries(columns).flatMap(([column, contextOf]) => {
      const text = sealed[column] ?? null;
      return text === null
        ? []
        : [{ key, column, context: contextOf(key), sealed: Buffer.from(text, 'base64') }];
    }),
  );
}

function count(counts: SealedCounts, ring: KeyRing, { sealed, context }: SealedValue): void {
  const name = ring.findKey(sealed, context);
  if (name === undefined) counts.unopened++;
  else counts.by_key.set(name, (counts.by_key.get(name) ?? 0) + 1);
}

function noneOf({ names }: KeyRing): SealedCounts {
  return { by_key: new Map(names.map((name) => [name, 0])), unopened: 0 };
}

function columnsOf({ columns }: SealedColumn): string[] {
  return Object.keys(columns);
}
