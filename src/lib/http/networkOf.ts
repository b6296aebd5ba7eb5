import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address: an IPv4 address itself, the /64 of an IPv6 address. IPv4 inside IPv6 counts as
 * IPv4; all invalid addresses share one network.
 */
export function networkOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
