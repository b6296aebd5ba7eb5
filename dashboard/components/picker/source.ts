import { containsWords } from '../../api/list.ts';
import type { Label } from '../../language/t.ts';

/** A record to choose. `detail` distinguishes records with equal labels, for example by their email address. */
export type RecordOption = {
  value: string;
  label: Label;
  detail?: string;
  /** True if the record keeps its label where it is chosen, but cannot be chosen again. */
  isRetired?: boolean;
};
export type RecordOptionsPage = { options: readonly RecordOption[]; total: number };

/** Asks for the records that match a text, or for the records with these ids. */
export type RecordFilter = { search?: string; ids?: string; limit: number };

/** A list of records that a picker searches on the server. */
export type RecordSource = {
  /** The query key. Its first part is the one that changes of these records invalidate. */
  key: readonly string[];
  read: (filter: RecordFilter, signal: AbortSignal) => Promise<RecordOptionsPage>;
  /** Replaces the text of an empty list, for example to say where records are created. */
  empty?: Label;
};

/** Searches a short list that the API returns without pages. */
export function filterRecordOptions(
  all: readonly RecordOption[],
  { search = '', ids, limit }: RecordFilter,
): RecordOptionsPage {
  const wanted = ids?.split(',');
  const found = all.filter(
    ({ value, label, detail = '' }) =>
      (wanted?.includes(value) ?? true) && containsWords(`${label} ${detail}`, search),
  );
  return { options: found.slice(0, limit), total: found.length };
}
