import type { useMay } from '../../api/me.ts';
import type { IconName } from '../../components/Icon.tsx';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { NAV_PAGES } from '../navigation.ts';
import { listActions } from './actions.ts';
import type { SearchResult } from './api.ts';
import type { RecentRecord } from './recent.ts';

export type SearchOption = {
  group: 'Recent' | 'Pages' | 'Actions' | 'Records';
  label: string;
  detail: string;
  icon: IconName;
  address: string;
};

type Given = {
  typed: string;
  found: readonly SearchResult[];
  recent: readonly RecentRecord[];
  may: ReturnType<typeof useMay>;
};

/** Recent ones first. Records come last, so that what is chosen does not move when they arrive. */
export function listOptions({ typed, found, recent, may }: Given): SearchOption[] {
  const isMeant = ({ label, detail }: SearchOption) => matches(`${label} ${detail}`, typed);
  const known = recent.map((one): SearchOption => ({ group: 'Recent', ...one })).filter(isMeant);
  const pages = NAV_PAGES.filter(({ needs }) => may(needs)).map(({ label, to, icon }): SearchOption => ({
    group: 'Pages',
    label,
    detail: '',
    icon,
    address: to,
  }));
  const actions = listActions(typed)
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

/** Each word that was typed begins one of the text. */
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

/** Keys have no page of their own: they differ by what they are called. */
function withoutDoubles(options: readonly SearchOption[]): SearchOption[] {
  const seen = new Map(options.toReversed().map((one) => [`${one.address} ${one.label} ${one.detail}`, one]));
  return options.filter((one) => seen.get(`${one.address} ${one.label} ${one.detail}`) === one);
}
