import type { RecordSource } from './source.ts';
import { useRecordOptions } from './useRecordOptions.ts';

/** The labels of records, loaded by their ids. */
export function RecordNames({ source, ids }: { source: RecordSource; ids: readonly string[] }) {
  const { labelOf } = useRecordOptions(source, { search: '', chosen: ids, isOpen: false });
  return ids.map((id) => labelOf(id) ?? '…').join(', ');
}
