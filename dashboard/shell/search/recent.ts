import type { IconName } from '../../components/Icon.tsx';
import { ICONS } from '../../components/icons.ts';
import type { SearchOption } from './options.ts';

export type RecentRecord = { label: string; detail: string; icon: IconName; address: string };

const STORED = 'recent';
const MOST = 6;

/** The records that this user last opened with the search in this browser. */
export function listRecent(user_id: string): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    const list: unknown = Object(stored)[user_id];
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function noteRecent(user_id: string, { label, detail, icon, address }: SearchOption): void {
  const others = listRecent(user_id).filter((one) => one.address !== address || one.label !== label);
  const list = [{ label, detail, icon, address }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(STORED, JSON.stringify({ [user_id]: list }));
  } catch {
    // A browser that keeps nothing has no recent ones.
  }
}

/** The next user of this browser does not see it. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // There is nothing to forget.
  }
}

function isRecent(value: unknown): value is RecentRecord {
  const { label, detail, icon, address } = Object(value);
  const isText = [label, detail, icon, address].every((member) => typeof member === 'string');
  return isText && Object.hasOwn(ICONS, icon) && /^\/(?!\/)/.test(address);
}
