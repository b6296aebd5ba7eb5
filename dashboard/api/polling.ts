import type { Query, QueryClient } from '@tanstack/react-query';
import { backoffMs } from '../../src/lib/concurrency/backoff.ts';
import { callApi } from './client.ts';
import { onReconnect } from './connection.ts';
import type { OperationAnswer } from './operations.ts';

type Versions = OperationAnswer<'GET /versions'>;
type KnownVersions = Map<keyof Versions, string>;

/** The first elements of the query keys that show a list or one of its records. */
const QUERY_KEYS: Record<keyof Versions, readonly string[]> = {
  tasks: ['tasks', 'own'],
  sessions: ['sessions', 'session', 'procedures', 'own'],
  documents: ['documents'],
};
const LISTS = Object.keys(QUERY_KEYS).filter((name): name is keyof Versions => name in QUERY_KEYS);

/** The poll interval, and the longest one while the service does not answer. */
const POLL = { first_ms: 1_000, longest_ms: 5_000 };
/** Versions cover only the newest records, so all visible lists are refetched at this interval. */
const REFRESH_ALL_MS = 15_000;
/** A running mutation pauses refetches for at most this time. Deletions finish sooner. */
const LONGEST_MUTATION_MS = 10_000;

/**
 * Polls the versions of the visible lists once a second and refetches only the lists that have changed. Polling was
 * chosen over a stream: it occupies none of a browser's six connections, detects the end of a sign-in, and hidden
 * pages cost the service nothing. The service answers all pages of an account with one statement per second.
 */
export function startPolling(client: QueryClient): () => void {
  const known: KnownVersions = new Map();
  const changed = new Set<keyof Versions>();
  let lastFullRefresh = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const poll = async (failures: number): Promise<void> => {
    const isReached = !shouldPoll(client, known) || (await readVersions(client, known, changed));
    if (performance.now() - lastFullRefresh > REFRESH_ALL_MS) {
      lastFullRefresh = performance.now();
      for (const list of LISTS) changed.add(list);
    }
    if (!document.hidden && !isUserInteracting() && !isMutating(client)) refetch(client, changed);
    const failed = isReached ? 0 : failures + 1;
    if (!isStopped) timer = setTimeout(() => void poll(failed), backoffMs(failed + 1, POLL));
  };
  const stopWaiting = onReconnect(() => {
    for (const list of LISTS) changed.add(list);
  });
  const stopDragging = watchDragging();
  void poll(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopDragging();
    stopWaiting();
  };
}

/** Skips the poll in hidden pages, and in pages without any of the lists once the first versions are known. */
function shouldPoll(client: QueryClient, known: KnownVersions): boolean {
  return !document.hidden && (known.size === 0 || LISTS.some((list) => isShown(client, list)));
}

function isShown(client: QueryClient, list: keyof Versions): boolean {
  return findShown(client, list).length > 0;
}

/** True if a visible query of the list has data. */
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
 * Adds the lists with a new version to `changed`; false if the service did not answer. Data that was loaded before
 * the first known version may be older than that version, so its list counts as changed.
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

/**
 * True while a recent mutation runs. A refetch then could ask for a record that the mutation has just deleted; the
 * mutation itself refetches when it ends.
 */
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

/** Rows must not move while a row's menu is open or a card is dragged. */
function isUserInteracting(): boolean {
  return isDragging || document.querySelector(OPEN_MENU) !== null;
}
