import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whose an address is: an IPv4 address is one subscriber's, an IPv6 address one of the 2⁶⁴ of a subscriber's
 * network. IPv4 inside of IPv6 is IPv4, and what is no address counts as one and the same stranger's.
 */
export function networkOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
