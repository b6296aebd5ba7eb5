import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddressOrRange, isWithin, parseAddress, toRange, type ParsedAddress } from '../addressRange.ts';

/** Decides which addresses a customer's URL may reach. An address that cannot be parsed is rejected. */
export type Guard = {
  /** True if a request to this URL may use this address. */
  permits(url: URL, address: string): boolean;
  /**
   * True if the operator allowed this host, or if this service itself accepts the URL (`OwnAddress.takes`). Such a URL
   * may have any address and use plain http.
   */
  trusts(url: URL): boolean;
};

/** The guard, and a function that resolves a URL and returns its blocked addresses. */
export type OutgoingAccess = { guard: Guard; findBlocked: (url: URL) => Promise<string[]> };

/** Allows every address. For code that only stores URLs: the guard of the service checks each later call. */
export const UNRESTRICTED_OUTGOING_ACCESS: OutgoingAccess = {
  guard: { permits: () => true, trusts: () => true },
  findBlocked: async () => [],
};

/** IPv4 ranges that are not public: IANA's special-purpose registry, multicast and reserved ranges. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(toRange);

/**
 * Public IPv6 addresses. Mapped, compatible, translated, unique local, link-local and multicast addresses are outside
 * this range.
 */
const GLOBAL_UNICAST_V6 = toRange('2000::/3');
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(
  toRange,
);

/** The public address of this service. */
export type OwnAddress = {
  /** True for a URL of this service that only stores what is posted to it. */
  takes(url: URL): boolean;
};

const UNKNOWN: OwnAddress = { takes: () => false };

/**
 * Creates the guard. `allow` lists the operator's exceptions: host names, addresses and CIDR ranges. `own` permits
 * exact paths of this service. Everything else must be https to a public address.
 */
export function createGuard(allow: readonly string[], own: OwnAddress = UNKNOWN): Guard {
  const ranges = allow.filter(isAddressOrRange).map(toRange);
  const hosts = new Set(allow.filter((item) => !isAddressOrRange(item)).map(plainHost));
  const trusts = (url: URL) => hosts.has(plainHost(url.hostname)) || own.takes(url);
  return {
    trusts,
    permits(url, text) {
      const address = parseAddress(text);
      if (!address) return false;
      if (trusts(url) || ranges.some((range) => isWithin(address, range))) return true;
      return url.protocol === 'https:' && isPublic(address);
    },
  };
}

/** True for a valid entry of the operator's allow list: a host name, an address or a CIDR range. */
export function isAllowEntry(text: string): boolean {
  return isAddressOrRange(text) || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/i.test(text);
}

/** Returns the IP address if the URL contains one instead of a name. No DNS lookup would check it. */
export function ipAddressInUrl({ hostname }: URL): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}

/** True if the address is on the public internet. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
}

function isPublic(address: ParsedAddress): boolean {
  if (address instanceof ipaddr.IPv4) return !NOT_PUBLIC_V4.some((range) => isWithin(address, range));
  if (!isWithin(address, GLOBAL_UNICAST_V6) || isIsatap(address)) return false;
  return !NOT_PUBLIC_V6.some((range) => isWithin(address, range));
}

/** True for an ISATAP address, which embeds an IPv4 address under any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
