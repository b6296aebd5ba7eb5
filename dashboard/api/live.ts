import type { Query, QueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import { whenBack } from './connection.ts';
import type { Answer } from './operations.ts';

type Versions = Answer<'GET /versions'>;
type Known = Map<keyof Versions, string>;

/** The first words of the query keys that show a list or one of its records. */
const SHOWN_BY: Record<keyof Versions, readonly string[]> = {
  tasks: ['tasks', 'own'],
  sessions: ['sessions', 'session', 'procedures', 'own'],
  documents: ['documents'],
};
const LISTS = Object.keys(SHOWN_BY).filter((name): name is keyof Versions => name in SHOWN_BY);

const EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** A version tells of the newest records; the rest is read again now and then. */
const CALM_MS = 15_000;
/** A deletion answers sooner; an act that takes longer holds up nothing else. */
const ACTING_MS = 10_000;

/**
 * Asks each second whether a list that is shown has changed, and refetches only that. A short question was chosen over
 * a stream: it holds none of the six connections of a browser, finds the sign-in ended by itself, and hidden pages
 * leave nothing behind. The service answers all pages of an account by one statement a second.
 */
export function followChanges(client: QueryClient): () => void {
  const known: Known = new Map();
  const changed = new Set<keyof Versions>();
  let calmSince = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const round = async (pauseMs: number): Promise<void> => {
    const isReached = !mayAsk(client, known) || (await learn(client, known, changed));
    if (performance.now() - calmSince > CALM_MS) {
      calmSince = performance.now();
      for (const list of LISTS) changed.add(list);
    }
    if (!document.hidden && !isHandAtWork() && !isActing(client)) refetch(client, changed);
    const nextMs = isReached ? EVERY_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (!isOver) timer = setTimeout(() => void round(nextMs), nextMs);
  };
  const stopWaiting = whenBack(() => {
    for (const list of LISTS) changed.add(list);
  });
  const stopDragging = watchDragging();
  void round(EVERY_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopDragging();
    stopWaiting();
  };
}

/** Hidden pages ask nothing, nor do pages that show none of the lists once they know what to compare with. */
function mayAsk(client: QueryClient, known: Known): boolean {
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
  return client.getQueryCache().findAll({ type: 'active', predicate: showing(list) });
}

function showing(list: keyof Versions): (query: Query) => boolean {
  return ({ queryKey: [first] }) => SHOWN_BY[list].some((word) => word === first);
}

/**
 * Notes what has changed since it was last asked; false where the service did not answer. What was read before the
 * first version may be older than it.
 */
async function learn(client: QueryClient, known: Known, changed: Set<keyof Versions>): Promise<boolean> {
  const versions = await ask('GET /versions').catch(() => undefined);
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
    void client.invalidateQueries({ predicate: showing(list) }, { cancelRefetch: false });
  changed.clear();
}

/** True while an act runs. A record that it deletes may be gone before the answer arrives; the act reloads by itself. */
function isActing(client: QueryClient): boolean {
  const oldest_ms = Date.now() - ACTING_MS;
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
function isHandAtWork(): boolean {
  return isDragging || document.querySelector(OPEN_MENU) !== null;
}
