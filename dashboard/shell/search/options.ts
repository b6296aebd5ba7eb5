import type { useMay } from '../../api/me.ts';
import type { IconName } from '../../components/Icon.tsx';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { NAV_PAGES } from '../navigation.ts';
import { listSearchActions } from './actions.ts';
import type { SearchResult } from './api.ts';
import type { RecentRecord } from './recentRecords.ts';

export type SearchOption = {
  group: 'Recent' | 'Pages' | 'Actions' | 'Records';
  label: string;
  detail: string;
  icon: IconName;
  address: string;
};

type OptionSources = {
  typed: string;
  found: readonly SearchResult[];
  recent: readonly RecentRecord[];
  may: ReturnType<typeof useMay>;
};

/** Recent records first. Found records last, so that the selected option does not move when they arrive. */
export function listSearchOptions({ typed, found, recent, may }: OptionSources): SearchOption[] {
  const isMeant = ({ label, detail }: SearchOption) => matches(`${label} ${detail}`, typed);
  const known = recent.map((one): SearchOption => ({ group: 'Recent', ...one })).filter(isMeant);
  const pages = NAV_PAGES.filter(({ needs }) => may(needs)).map(({ label, to, icon }): SearchOption => ({
    group: 'Pages',
    label,
    detail: '',
    icon,
    address: to,
  }));
  const actions = listSearchActions(typed)
    .filter(({ needs }) => may(needs))
    .map(({ label, address }): SearchOption => ({
      group: 'Actions',
      label,
      detail: '',
      icon: 'plus',
      address,
    }));
  return withoutDoubles([
    ...known,
    ...pages.filter(isMeant),
    ...actions.filter(isMeant),
    ...found.map(optionOf),
  ]);
}

function optionOf(found: SearchResult): SearchOption {
  const { word, icon, addressOf } = RECORD_LINKS[found.kind];
  const detail = found.detail === null ? word : `${word} · ${found.detail}`;
  return { group: 'Records', label: found.title, detail, icon, address: addressOf(found) };
}

/** True if each typed word is the start of a word in the text. */
function matches(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((begun) => words.some((word) => word.startsWith(begun)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Removes duplicates and keeps the first. Labels are compared too, because all keys link to one page. */
function withoutDoubles(options: readonly SearchOption[]): SearchOption[] {
  const seen = new Map(options.toReversed().map((one) => [`${one.address} ${one.label} ${one.detail}`, one]));
  return options.filter((one) => seen.get(`${one.address} ${one.label} ${one.detail}`) === one);
}
