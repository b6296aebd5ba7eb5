import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isRange } from './addressRange.ts';

/** Trusted proxies: none, a number of hops, or networks. */
export type Proxies = false | number | readonly string[];

/** Names for networks, as Express has them. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const LOOPBACK = listOf(NAMED['loopback'] ?? []);

/** Reads networks and addresses; undefined where one of them is none. */
export function readNetworks(names: readonly string[]): string[] | undefined {
  const networks = names.flatMap((name) => NAMED[name] ?? [name]);
  return networks.length > 0 && networks.every(isRange) ? networks : undefined;
}

/** Decides if the forwarded address of a hop is trusted. */
export function isTrustedProxy(proxies: Proxies): false | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const list = listOf(proxies);
  return (address) => isOn(list, address);
}

/** Decides if many clients share an address: a proxy, or loopback. */
export function isSharedAddress(proxies: Proxies): (address: string) => boolean {
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
