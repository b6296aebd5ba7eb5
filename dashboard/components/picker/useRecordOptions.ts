import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LIST_QUERY_OPTIONS } from '../../api/list.ts';
import { useMe } from '../../api/me.ts';
import { t, verbatim, type Label } from '../../language/t.ts';
import { listRecentChoices } from './recentChoices.ts';
import type { RecordFilter, RecordOption, RecordSource } from './source.ts';

const SETTLE_MS = 200;
/** The maximum number of shown records; further ones are found by typing. */
const MOST_SHOWN = 20;
/** The maximum number of ids of one request. */
const MOST_IDS = 100;

export type PickerOptions = {
  recent: readonly RecordOption[];
  options: readonly RecordOption[];
  /** The number of matching records that are not shown. */
  more: number;
  /** True while the shown options belong to an earlier text. */
  isPending: boolean;
  /** The text of an empty list. */
  empty: Label;
  /** The label of a chosen record; undefined until it is loaded. */
  labelOf: (id: string) => Label | undefined;
};

type RecordOptionsQuery = { search: string; chosen: readonly string[]; isOpen: boolean };

/** Returns the options of a picker, which the server searches. Without a text, recently chosen records come first. */
export function useRecordOptions(
  source: RecordSource,
  { search, chosen, isOpen }: RecordOptionsQuery,
): PickerOptions {
  const { user } = useMe();
  const typed = search.trim();
  const [settled] = useDebouncedValue(typed, SETTLE_MS);
  const recentIds = isOpen ? listRecentChoices(user.user_id, source.key.join(' ')) : [];
  const ids = [...new Set([...chosen, ...recentIds])].slice(0, MOST_IDS);
  const known = useQuery({
    ...optionsQuery(source, { ids: ids.join(','), limit: MOST_IDS }),
    enabled: ids.length > 0,
  });
  const found = useQuery({
    ...optionsQuery(source, { ...(settled !== '' && { search: settled }), limit: MOST_SHOWN }),
    enabled: isOpen,
  });
  const all = [...(known.data?.options ?? []), ...(found.data?.options ?? [])];
  const byId = new Map(all.map((option) => [option.value, option]));
  const isPending = typed !== settled || found.data === undefined || found.isPlaceholderData;
  const recent = typed === '' ? recentIds.flatMap((id) => byId.get(id) ?? []).filter(isOffered) : [];
  const isKnown = known.isSuccess && !known.isPlaceholderData;
  return {
    recent,
    options: (found.data?.options ?? []).filter(({ value }) => !recent.some((one) => one.value === value)),
    more: found.data ? found.data.total - found.data.options.length : 0,
    isPending: isOpen && isPending && found.error === null,
    empty: emptyText(source, { typed, isPending, error: found.error }),
    labelOf: (id) => byId.get(id)?.label ?? (isKnown ? t('Not found') : undefined),
  };
}

function optionsQuery(source: RecordSource, filter: RecordFilter) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: [...source.key, 'options', filter],
    queryFn: ({ signal }) => source.read(filter, signal),
  });
}

function isOffered({ isRetired }: RecordOption): boolean {
  return isRetired !== true;
}

type Progress = { typed: string; isPending: boolean; error: Error | null };

function emptyText(source: RecordSource, { typed, isPending, error }: Progress): Label {
  if (error) return verbatim(error.message);
  if (isPending) return t('Searching …');
  if (typed !== '') return t('No match for “{text}”', { text: typed });
  return source.empty ?? t('Nothing to choose yet');
}
