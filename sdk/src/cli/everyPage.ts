import { UsageFault } from './fault.ts';
import { listIn } from './show.ts';
import type { Usage } from './verbs.ts';

type Query = Readonly<Record<string, unknown>>;
type Read = (query: Query) => Promise<unknown>;

const PAGE = 100;

/** Reads all pages of a list and reports the progress after each page. */
export async function readEveryPage(
  usage: Usage,
  query: Query,
  read: Read,
  report: (text: string) => void,
): Promise<unknown> {
  const names = usage.inputs.map(({ name }) => name);
  if (!['limit', 'offset'].every((name) => names.includes(name)))
    throw new UsageFault(`${usage.noun} ${usage.verb} takes no --all: it is not a list of pages`);
  if ('limit' in query || 'offset' in query) throw new UsageFault('--all takes no --limit and no --offset');
  const all: unknown[] = [];
  let before = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const page = await read({ ...query, limit: PAGE, offset });
    const found = listIn(page);
    if (found === undefined) return page;
    // Records that were created meanwhile move older ones to the next page.
    const fresh = found.rows.filter((row) => !before.has(JSON.stringify(row)));
    all.push(...fresh);
    report(typeof found.total === 'number' ? `${all.length} of ${found.total} read` : `${all.length} read`);
    if (found.rows.length < PAGE || fresh.length === 0) return { [found.name]: all };
    before = new Set(found.rows.map((row) => JSON.stringify(row)));
  }
}
