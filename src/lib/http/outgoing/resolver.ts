import { readFile, stat } from 'node:fs/promises';
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cache, AsyncCache } from '../../concurrency/cache.ts';
import { CallFailure } from './outcome.ts';

export type Resolver = { resolve(host: string): Promise<string[]>; close(): void };
type Answer = { addresses: string[]; fresh_ms: number };

/** Retries of a DNS query; together they last longer than the timeout of a call. */
const QUESTION = { timeout: 4_000, tries: 4, maxTimeout: 5_000 };
const SECOND_FAMILY_MS = 300;
const LONGEST_FRESH_MS = 30_000;
const SHORTEST_FRESH_MS = 1_000;
const MOST_KEPT = 10_000;
const HOSTS_FILE = '/etc/hosts';

/**
 * Resolves names with the hosts file first, then with the name servers, for IPv4 and IPv6. Queries use no threads, so
 * slow names do not delay other queries.
 *
 * Results are cached, because otherwise every new connection of a delivery would query the name server. Aged: for the
 * TTL of the record, limited to between 1 s and 30 s; a failure for 1 s. The guard checks the cached addresses for each
 * call.
 */
export function createResolver(servers?: readonly string[]): Resolver {
  const asking = new dns.Resolver(QUESTION);
  if (servers) asking.setServers([...servers]);
  const answers = new AsyncCache<Answer>(MOST_KEPT, (answer) => answer?.fresh_ms ?? SHORTEST_FRESH_MS);
  const readHosts = hostsReader();
  return {
    async resolve(host) {
      const { addresses } = await answers.ask(host, async () => lookUp(asking, await readHosts(), host));
      return addresses;
    },
    close: () => asking.cancel(),
  };
}

async function lookUp(asking: dns.Resolver, hosts: Hosts, host: string): Promise<Answer> {
  const local = hosts.get(host.replace(/\.$/, ''));
  if (local) return { addresses: local, fresh_ms: SHORTEST_FRESH_MS };
  const [v4, v6] = await bothFamilies(
    asking.resolve4(host, { ttl: true }),
    asking.resolve6(host, { ttl: true }),
  );
  const records = [v4, v6].flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
  if (records.length === 0) throw noAddress([v4, v6]);
  const ttl_ms = Math.min(...records.map(({ ttl }) => ttl)) * 1000;
  const fresh_ms = Math.min(Math.max(ttl_ms, SHORTEST_FRESH_MS), LONGEST_FRESH_MS);
  return { addresses: records.map(({ address }) => address), fresh_ms };
}

type Settled<T> = PromiseSettledResult<T> | undefined;

/** Waits for both address families, but at most SECOND_FAMILY_MS for the second one after the first has succeeded. */
async function bothFamilies<T>(a: Promise<T>, b: Promise<T>): Promise<[Settled<T>, Settled<T>]> {
  const settled: [Settled<T>, Settled<T>] = [undefined, undefined];
  const each = [a, b].map(async (family, at) => {
    const [result] = await Promise.allSettled([family]);
    settled[at] = result;
    if (result.status === 'rejected') return new Promise<void>(() => {});
    return sleep(SECOND_FAMILY_MS, undefined, { ref: false });
  });
  await Promise.race([Promise.allSettled([a, b]), ...each]);
  return settled;
}

const SAYS_NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

function noAddress(answers: Settled<unknown>[]): CallFailure {
  const none = answers.every(
    (answer) => answer?.status === 'rejected' && SAYS_NONE.has(String(Object(answer.reason)['code'])),
  );
  return new CallFailure(none ? 'name_not_found' : 'name_lookup_failed');
}

type Hosts = ReadonlyMap<string, string[]>;

/** Returns a reader that parses the hosts file again after a change. */
function hostsReader(): () => Promise<Hosts> {
  const versions = new Cache<number, Hosts>(1);
  return async () => {
    const changed_at = await stat(HOSTS_FILE).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    const known = versions.get(changed_at);
    if (known) return known;
    const hosts = parseHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''));
    versions.set(changed_at, hosts);
    return hosts;
  };
}

function parseHosts(text: string): Hosts {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases)
      names.set(alias.toLowerCase(), [...(names.get(alias.toLowerCase()) ?? []), address]);
  }
  return names;
}
