/*
 * Imports of records from the lines of a CSV file. The dashboard parses the file and sends its lines in batches. A batch
 * is one transaction. An invalid line is reported and does not affect the others of its batch. A dry run writes
 * nothing and performs the same checks, except those of the limits of the account. Imports of one account wait for each
 * other, so that two imports of one file at the same time recognize each other's records.
 */
import { Failure } from '../lib/errors.ts';
import { Answer, Nullable, OneOf, ReasonDetails, Uuid } from '../lib/schema/schema.ts';
import { Type, type Static } from '../lib/schema/type.ts';

/** The maximum number of lines of one request. */
export const MOST_IMPORTED_LINES = 100;
/**
 * The length limit of a cell exceeds the limit of every member, so that a long cell is an error of its line and not of
 * the request.
 */
export const ImportCell = Type.Optional(Type.String({ maxLength: 60_000 }));

export const ImportOptions = {
  /** The treatment of a line whose record exists already. */
  duplicates: OneOf(['skip', 'update']),
  dry_run: Type.Boolean(),
};

/** `repeated` means that an earlier line of the request names the same record. */
const ImportResult = Answer({
  state: OneOf(['created', 'updated', 'skipped', 'repeated', 'refused']),
  /** The id of the created or updated record; null in a dry run of a creation and for other states. */
  id: Nullable(Uuid),
  /** The error of a refused line in English, otherwise null. */
  fault: Nullable(Type.String()),
  details: ReasonDetails,
});
export type ImportResult = Static<typeof ImportResult>;

/** The results in the order of the lines. A dry run returns the states that the import would have. */
export const ImportResults = Answer({ lines: Type.Array(ImportResult) });
export type ImportResults = Static<typeof ImportResults>;

export function importResult(
  state: Exclude<ImportResult['state'], 'refused'>,
  id: string | null = null,
): ImportResult {
  return { state, id, fault: null, details: null };
}

/** Runs the work of a line. A `Failure` refuses only this line; the work must not have written before it. */
export async function importLine(work: () => Promise<ImportResult>): Promise<ImportResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { state: 'refused', id: null, fault: error.message, details: error.details ?? null };
  }
}
