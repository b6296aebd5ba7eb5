/** The callbacks in this process that wait for events, by account. */
const listeners = new Map<string, Set<() => void>>();

/** Calls back when a transaction of this process has committed events of the account, until the returned function is called. */
export function onEmitted(account_id: string, act: () => void): () => void {
  const of_account = listeners.get(account_id) ?? new Set();
  listeners.set(account_id, of_account.add(act));
  return () => {
    of_account.delete(act);
    if (of_account.size === 0 && listeners.get(account_id) === of_account) listeners.delete(account_id);
  };
}

/** Tells those who wait; a missed call is harmless, since they look by themselves. */
export function notifyListeners(account_ids: Iterable<string>): void {
  if (listeners.size === 0) return;
  for (const account_id of new Set(account_ids)) for (const act of listeners.get(account_id) ?? []) act();
}
