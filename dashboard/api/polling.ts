import type { Query, QueryClient } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { onReconnect } from './connection.ts';
import type { OperationAnswer } from './operations.ts';

type Versions = OperationAnswer<'GET /versions'>;
type KnownVersions = Map<keyof Versions, string>;

/** The first words of the query keys that show a list or one of its records. */
const QUERY_KEYS: Record<keyof Versions, readonly string[]> = {
  tasks: ['tasks', 'own'],
  sessions: ['sessions', 'session', 'procedures', 'own'],
  documents: ['documents'],
};
const LISTS = Object.keys(QUERY_KEYS).filter((name): name is keyof Versions => name in QUERY_KEYS);

const POLL_EVERY_MS = 1_000;
const LONGEST_BACKOFF_MS = 5_000;
/** A version tells of the newest records; the rest is read again now and then. */
const REFRESH_ALL_MS = 15_000;
/** A deletion answers sooner; an act that takes longer holds up nothing else. */
const LONGEST_MUTATION_MS = 10_000;

/**
 * Asks each second whether a list that is shown has changed, and refetches only that. A short question was chosen over
 * a stream: it holds none of the six connections of a browser, finds the sign-in ended by itself, and hidden pages
 * leave nothing behind. The service answers all pages of an account by one statement a second.
 */
export function startPolling(client: QueryClient): () => void {
  const known: KnownVersions = new Map();
  const changed = new Set<keyof Versions>();
  let lastFullRefresh = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const poll = async (pauseMs: number): Promise<void> => {
    const isReached = !shouldPoll(client, known) || (await readVersions(client, known, changed));
    if (performance.now() - lastFullRefresh > REFRESH_ALL_MS) {
      lastFullRefresh = performance.now();
      for (const list of LISTS) changed.add(list);
    }
    if (!document.hidden && !isUserInteracting() && !isMutating(client)) refetch(client, changed);
    const nextMs = isReached ? POLL_EVERY_MS : Math.min(pauseMs * 2, LONGEST_BACKOFF_MS);
    if (!isStopped) timer = setTimeout(() => void poll(nextMs), nextMs);
  };
  const stopWaiting = onReconnect(() => {
    for (const list of LISTS) changed.add(list);
  });
  const stopDragging = watchDragging();
  void poll(POLL_EVERY_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopDragging();
    stopWaiting();
  };
}

/** Hidden pages ask nothing, nor do pages that show none of the lists once they know what to compare with. */
function shouldPoll(client: QueryClient, known: KnownVersions): boolean {
  return !document.hidden && (known.size === 0 || LISTS.some((list) => isShown(client, list)));
}

function isShown(client: QueryClient, list: keyof Versions): boolean {
  return findShown(client, list).length > 0;
}

/** True if some page of a list was loaded. */
function isRead(client: QueryClient, list: keyof Versions): boolean {
  return findShown(client, list).some(({ state }) => state.data !== undefined);
}

function findShown(client: QueryClient, list: keyof Versions): Query[] {
  return client.getQueryCache().findAll({ type: 'active', predicate: usesList(list) });
}

function usesList(list: keyof Versions): (query: Query) => boolean {
  return ({ queryKey: [first] }) => QUERY_KEYS[list].some((word) => word === first);
}

/**
 * Notes what has changed since it was last asked; false where the service did not answer. What was read before the
 * first version may be older than it.
 */
async function readVersions(
  client: QueryClient,
  known: KnownVersions,
  changed: Set<keyof Versions>,
): Promise<boolean> {
  const versions = await callApi('GET /versions').catch(() => undefined);
  if (!versions) return false;
  for (const list of LISTS) {
    const before = known.get(list);
    if (before === undefined ? isRead(client, list) : before !== versions[list]) changed.add(list);
    known.set(list, versions[list]);
  }
  return true;
}

function refetch(client: QueryClient, changed: Set<keyof Versions>): void {
  for (const list of changed)
    void client.invalidateQueries({ predicate: usesList(list) }, { cancelRefetch: false });
  changed.clear();
}

/** True while an act runs. A record that it deletes may be gone before the answer arrives; the act reloads by itself. */
function isMutating(client: QueryClient): boolean {
  const oldest_ms = Date.now() - LONGEST_MUTATION_MS;
  return client.isMutating({ predicate: ({ state }) => state.submittedAt > oldest_ms }) > 0;
}

let isDragging = false;

function watchDragging(): () => void {
  const note = ({ type }: Event) => {
    isDragging = type === 'dragstart';
  };
  const types = ['dragstart', 'dragend'];
  for (const type of types) addEventListener(type, note, true);
  return () => types.forEach((type) => removeEventListener(type, note, true));
}

const OPEN_MENU = '[aria-haspopup][aria-expanded="true"]';

/** A row must not move while its menu is open or its card is carried. */
function isUserInteracting(): boolean {
  return isDragging || document.querySelector(OPEN_MENU) !== null;
}
