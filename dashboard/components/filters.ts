import { formatTime } from '../format/format.ts';
import { t, verbatim, type Label } from '../language/t.ts';
import type { Column } from './columns.ts';
import type { RecordSource } from './picker/source.ts';

export type Option = { value: string; label: Label };

/** A filter of a list. The search box shows the filter of the kind `search`, the filter panel all others. */
export type Filter =
  | { kind: 'search'; name: string; label: Label }
  | { kind: 'select'; name: string; label: Label; options: readonly Option[]; none?: Label }
  | { kind: 'record'; name: string; label: Label; source: RecordSource }
  | { kind: 'text'; name: string; label: Label }
  | { kind: 'date'; name: string; label: Label }
  | { kind: 'time'; name: string; label: Label; edge: 'start' | 'end' };

/** Returns the value of a filter in words. The name of a record is loaded elsewhere. */
export function filterValueLabel(filter: Filter, value: string): Label {
  if (filter.kind === 'select')
    return filter.options.find((option) => option.value === value)?.label ?? verbatim(value);
  if (filter.kind === 'date' || filter.kind === 'time')
    return verbatim(formatTime(value.includes('T') ? 'moment' : 'date', value));
  return verbatim(value);
}

/** Returns the orders of a list as a filter, for phones and boards, which have no column headings. */
export function sortFilter<R>(columns: readonly Column<R>[]): Filter[] {
  const options = columns.flatMap(({ label, sort = {} }) => [
    ...sortOption(sort.ascending, t('{column}, ascending', { column: label })),
    ...sortOption(sort.descending, t('{column}, descending', { column: label })),
  ]);
  if (options.length === 0) return [];
  return [{ kind: 'select', name: 'sort', label: t('Sort by'), options, none: t('Default order') }];
}

function sortOption(value: string | undefined, label: Label): Option[] {
  return value ? [{ value, label }] : [];
}
