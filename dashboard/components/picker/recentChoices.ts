import { readUserStore, writeUserStore } from '../../api/userStorage.ts';

const MOST = 5;

/** Lists the ids that this user recently chose from a list in this browser, latest first. Names are never stored. */
export function listRecentChoices(user_id: string, listName: string): readonly string[] {
  const ids: unknown = Object(readUserStore('recent-choices', user_id))[listName];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MOST) : [];
}

export function rememberRecentChoice(user_id: string, listName: string, id: string): void {
  const others = listRecentChoices(user_id, listName).filter((one) => one !== id);
  const lists = Object(readUserStore('recent-choices', user_id));
  writeUserStore('recent-choices', user_id, { ...lists, [listName]: [id, ...others].slice(0, MOST) });
}
