import { readUserStore, writeUserStore } from '../../api/userStorage.ts';
import type { IconName } from '../../components/Icon.tsx';
import { ICONS } from '../../components/icons.ts';
import type { SearchOption } from './options.ts';

export type RecentRecord = { label: string; detail: string; icon: IconName; address: string };

const MOST = 6;

/** Lists the records that this user recently opened from the search in this browser. */
export function listRecentRecords(user_id: string): RecentRecord[] {
  const list = readUserStore('recent', user_id);
  return Array.isArray(list) ? list.filter(isRecent) : [];
}

export function rememberRecentRecord(user_id: string, { label, detail, icon, address }: SearchOption): void {
  const others = listRecentRecords(user_id).filter((one) => one.address !== address || one.label !== label);
  writeUserStore('recent', user_id, [{ label, detail, icon, address }, ...others].slice(0, MOST));
}

function isRecent(value: unknown): value is RecentRecord {
  const { label, detail, icon, address } = Object(value);
  const isText = [label, detail, icon, address].every((member) => typeof member === 'string');
  return isText && Object.hasOwn(ICONS, icon) && /^\/(?!\/)/.test(address);
}
