import type { ListRequestsQuery, LoggedRequest } from '../records.ts';
import { suggest, UsageFault } from './fault.ts';
import { textArgument, type CommandArguments } from './given.ts';
import { pause, retryUntilAnswered, type Stream } from './stream.ts';

const EVERY_MS = 2_000;
/** The number of past requests that are printed first. */
const FIRST = 10;
const PAGE = 100;
/**
 * Each process writes its part of the log in batches, so a request can appear in the log after a newer one, up to this
 * much later.
 */
const LATEST_MS = 10_000;

/** Prints the latest requests of the account, then each new request. */
export function tailLogs(given: CommandArguments): (stream: Stream) => Promise<void> {
  const what = textArgument(given, 'what');
  if (what !== 'tail') throw new UsageFault(`logs can tail${suggest(what ?? '', ['tail'])}`);
  const filter = filterOf(textArgument(given, 'status'));
  return (stream) => tail(filter, stream);
}

async function tail(filter: Filter, stream: Stream): Promise<void> {
  const { transport, signal } = stream;
  const read = async (bounds: ListRequestsQuery) =>
    (await transport.call('listRequests', { query: { ...filter.query, ...bounds } }, { signal })).requests;
  let seen = await read({ limit: FIRST });
  let floor_id = seen.at(-1)?.id ?? '';
  printRequests(seen, filter, stream);
  while (!signal.aborted) {
    await pause(EVERY_MS, signal);
    if (signal.aborted) return;
    const known = new Set(seen.map(({ id }) => id));
    const found = await retryUntilAnswered(() => readDownTo(floor_id, read), stream);
    const fresh = found.filter(({ id }) => !known.has(id));
    printRequests(fresh, filter, stream);
    ({ seen, floor_id } = forgetOld([...seen, ...fresh], floor_id));
  }
}

type Filter = { query: ListRequestsQuery; isWanted: (status: number) => boolean };

/** Parses `--status`: one status such as `404`, or a group such as `4xx`. */
function filterOf(status: string | undefined): Filter {
  if (status === undefined) return { query: {}, isWanted: () => true };
  if (/^[1-5]\d\d$/.test(status)) return { query: { status: Number(status) }, isWanted: () => true };
  const [, group] = /^([2-5])xx$/i.exec(status) ?? [];
  if (group === undefined) throw new UsageFault('--status must be a status or a group of them: 404, 4xx');
  const outcome = group === '4' ? 'refused' : group === '5' ? 'failed' : 'ok';
  return { query: { outcome }, isWanted: (one) => String(one).startsWith(group) };
}

/** Reads the log from the newest request down to `floor_id`, which is not included. */
async function readDownTo(
  floor_id: string,
  read: (bounds: ListRequestsQuery) => Promise<LoggedRequest[]>,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await read({ limit: PAGE, offset });
    const above = page.filter(({ id }) => id > floor_id);
    found.push(...above);
    if (above.length < PAGE) return found;
  }
}

/**
 * Prints requests, oldest first. Removes duplicates: requests that arrive between two page reads move older ones to the
 * next page.
 */
function printRequests(
  found: readonly LoggedRequest[],
  { isWanted }: Filter,
  { say, as_json }: Stream,
): void {
  const rows: LoggedRequest[] = [];
  for (const row of found) if (!rows.some(({ id }) => id === row.id)) rows.unshift(row);
  for (const row of rows) if (isWanted(row.status)) say(as_json ? JSON.stringify(row) : lineOf(row));
}

function lineOf({ created_at, status, method, path, ms, by }: LoggedRequest): string {
  return `${created_at}  ${status}  ${method} ${path}  ${ms} ms  ${by.name ?? by.id}`;
}

function forgetOld(rows: readonly LoggedRequest[], floor_id: string) {
  const newest_ms = Math.max(...rows.map(({ created_at }) => Date.parse(created_at)));
  const isOld = ({ created_at }: LoggedRequest) => Date.parse(created_at) < newest_ms - LATEST_MS;
  const ids = rows.filter(isOld).map(({ id }) => id);
  const highest = ids.reduce((one, other) => (other > one ? other : one), floor_id);
  return { seen: rows.filter((row) => !isOld(row)), floor_id: highest };
}
