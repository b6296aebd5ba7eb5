import { suggest, UsageFault } from './fault.ts';

/** The pages of the dashboard, by the noun of their records. An id selects one record. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  tasks: (id) => `/tasks?task=${id}`,
  sessions: (id) => `/sessions?session=${id}`,
  procedures: (id) => `/catalogue?procedure=${id}`,
  skills: (id) => `/skills?skill=${id}`,
  forms: (id) => `/forms/edit?id=${id}`,
  users: (id) => `/people/${id}`,
  webhooks: (id) => `/webhooks/${id}`,
  apps: (id) => `/apps/${id}`,
};

/** Pages whose address is not the noun. */
const LISTS: Readonly<Record<string, string>> = { procedures: '/catalogue', users: '/people' };

export const PAGE_NOUNS: readonly string[] = Object.keys(PAGES);

/** Returns the address of a list or of a record in the dashboard. */
export function addressOfPage(url: string, noun: string | undefined, id: string | undefined): string {
  const origin = new URL(url).origin;
  if (noun === undefined) return `${origin}/`;
  const page = PAGES[noun];
  if (!page)
    throw new UsageFault(
      `open cannot show “${noun}”${suggest(noun, PAGE_NOUNS) || `: ${PAGE_NOUNS.join(', ')} have pages`}`,
    );
  return `${origin}${id === undefined ? (LISTS[noun] ?? `/${noun}`) : page(encodeURIComponent(id))}`;
}
