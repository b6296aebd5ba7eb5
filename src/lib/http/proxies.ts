import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isAddressOrRange } from './addressRange.ts';

/** Trusted proxies: none, a number of hops, or networks. */
export type Proxies = false | number | readonly string[];

/** Names of networks, with the same meaning as in Express. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const LOOPBACK = listOf(NAMED['loopback'] ?? []);

/** Expands names and checks networks and addresses. Returns undefined if one is invalid. */
export function readNetworks(names: readonly string[]): string[] | undefined {
  const networks = names.flatMap((name) => NAMED[name] ?? [name]);
  return networks.length > 0 && networks.every(isAddressOrRange) ? networks : undefined;
}

/** Returns the trust function for Fastify: true if the address at this hop is a trusted proxy. */
export function createTrustedProxyCheck(
  proxies: Proxies,
): false | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const list = listOf(proxies);
  return (address) => isOn(list, address);
}

/** Returns a function that is true for an address that many clients share: a trusted proxy or loopback. */
export function createSharedAddressCheck(proxies: Proxies): (address: string) => boolean {
  if (typeof proxies === 'number') return () => true;
  const list = listOf(proxies || []);
  return (address) => isLoopback(address) || isOn(list, address);
}

export function isLoopback(address: string): boolean {
  return isOn(LOOPBACK, address);
}

function isOn(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address);
  return isIPv6(address) && list.check(address, 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}
