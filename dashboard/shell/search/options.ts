import type { useMay } from '../../api/me.ts';
import type { IconName } from '../../components/Icon.tsx';
import { stateLabel } from '../../components/StatusBadge.tsx';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { shortDate } from '../../format/time.ts';
import { t } from '../../language/t.ts';
import { NAV_PAGES } from '../navigation.ts';
import { ACTION_VERBS, FILLER_WORDS, listSearchActions } from './actions.ts';
import type { SearchResult } from './api.ts';
import type { RecentRecord } from './recentRecords.ts';

export type SearchOption = {
  group: 'Recent' | 'Pages' | 'Actions' | 'Records';
  label: string;
  detail: string;
  /** Facts that can change, such as a status. They are never stored. */
  facts: readonly string[];
  icon: IconName;
  address: string;
};

type OptionSources = {
  typed: string;
  found: readonly SearchResult[];
  recent: readonly RecentRecord[];
  may: ReturnType<typeof useMay>;
};

/**
 * Lists recent records first and found records last, so that the selected option does not move when found records
 * arrive.
 */
export function listSearchOptions({ typed, found, recent, may }: OptionSources): SearchOption[] {
  const records = found.map(optionOf);
  const known = recent
    .filter(({ label, detail }) => matches(`${label} ${detail}`, typed))
    .map((one): SearchOption => ({ group: 'Recent', ...one, facts: records.find(isSame(one))?.facts ?? [] }));
  const pages = NAV_PAGES.filter(({ needs, label }) => may(needs) && matches(label, typed)).map(
    ({ label, to, icon }): SearchOption => ({
      group: 'Pages',
      label,
      detail: '',
      facts: [],
      icon,
      address: to,
    }),
  );
  const actions = listSearchActions(typed)
    .filter(({ needs, ...action }) => may(needs) && matchesAction(action, typed))
    .map(({ label, address }): SearchOption => ({
      group: 'Actions',
      label,
      detail: '',
      facts: [],
      icon: 'plus',
      address,
    }));
  return withoutDoubles([...known, ...pages, ...actions, ...records]);
}

function optionOf(found: SearchResult): SearchOption {
  const { word, icon, addressOf } = RECORD_LINKS[found.kind];
  const detail = found.detail === null ? word : `${word} · ${found.detail}`;
  const facts = factsOf(found);
  return { group: 'Records', label: found.title, detail, facts, icon, address: addressOf(found) };
}

function factsOf({ kind, status, person, at }: SearchResult): string[] {
  const date = at === null ? null : shortDate(at);
  return [
    status === null ? null : stateLabel(status),
    person,
    date !== null && kind === 'task' ? t('Due {date}', { date }) : date,
  ].filter((fact) => fact !== null);
}

/** True if each typed word is the start of a word in the text. */
function matches(text: string, typed: string): boolean {
  return containsStarts(text, wordsOf(typed));
}

/**
 * True if the words find the action. Verbs and synonyms find it too; articles are ignored, unless nothing else is
 * typed.
 */
function matchesAction({ label, words }: { label: string; words: string }, typed: string): boolean {
  const fillers = wordsOf(FILLER_WORDS);
  const starts = wordsOf(typed);
  const meant = starts.filter((word) => !fillers.includes(word));
  return containsStarts(`${label} ${words} ${ACTION_VERBS}`, meant.length > 0 ? meant : starts);
}

function containsStarts(text: string, starts: readonly string[]): boolean {
  const words = wordsOf(text);
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}

/** Returns the words in lower case and without accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

type Identity = Pick<SearchOption, 'address' | 'label' | 'detail'>;

/** Compares two records by address, label and detail, because all keys link to one page. */
function isSame(one: Identity): (other: Identity) => boolean {
  return (other) => other.address === one.address && other.label === one.label && other.detail === one.detail;
}

/** Removes duplicates and keeps the first. */
function withoutDoubles(options: readonly SearchOption[]): SearchOption[] {
  return options.filter((one, at) => options.findIndex(isSame(one)) === at);
}
