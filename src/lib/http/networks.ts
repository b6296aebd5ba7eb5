import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  isAddressOrRange,
  isWithin,
  parseAddress,
  toRange,
  type ParsedAddress,
  type Range,
} from './addressRange.ts';
import type { Reason } from '../text/reasons.ts';
import { networkReasons } from './reasons.ts';

/** A network in canonical form, or the reason why the text is invalid. */
export type NetworkParseResult = { network: string } | { fault: Reason };

/** Parses an IP address or CIDR network. An IPv4-mapped IPv6 address becomes IPv4. */
export function parseNetwork(text: string): NetworkParseResult {
  if (!isAddressOrRange(text)) return { fault: networkReasons.not_a_network({ text }) };
  const range = plainRange(toRange(text));
  const start = startOf(range);
  if (start.toString() === range[0].toString()) return { network: textOf(range) };
  const network = textOf([start, range[1]]);
  const address = range[0].toString();
  return { fault: networkReasons.not_network_start({ text, network, address }) };
}

/** True if one of the networks contains the address. */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  const plain = plainAddress(address);
  return networks.some((network) => isWithin(plain, toRange(network)));
}

/** True if one of the networks contains the whole network. */
export function isSubnetOf(network: string, networks: readonly string[]): boolean {
  const [base, bits] = toRange(network);
  return networks.map(toRange).some((wider) => bits >= wider[1] && isWithin(base, wider));
}

/**
 * Returns the key for limits per client network: the IPv4 address, or the /64 of an IPv6 address. An IPv4-mapped IPv6
 * address counts as IPv4. All invalid addresses share one key.
 */
export function networkKeyOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}

function plainAddress(address: ParsedAddress): ParsedAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const MAPPED_BITS = 96;

function plainRange([address, bits]: Range): Range {
  if (bits < MAPPED_BITS || plainAddress(address) === address) return [address, bits];
  return [plainAddress(address), bits - MAPPED_BITS];
}

function startOf([address, bits]: Range): ParsedAddress {
  const text = `${address.toString()}/${bits}`;
  return address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(text)
    : ipaddr.IPv6.networkAddressFromCIDR(text);
}

function textOf([address, bits]: Range): string {
  const is_whole = bits === address.toByteArray().length * 8;
  return is_whole ? address.toString() : `${address.toString()}/${bits}`;
}
