import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;
/** A network: an address and the number of its leading bits that must match. */
export type Range = [ParsedAddress, number];

/** Accepts only the canonical notation of an IP address: no octal or hexadecimal numbers and no zone. */
export function parseAddress(text: string): ParsedAddress | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text);
}

/** True for an IP address or a CIDR range. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function toRange(text: string): Range {
  const [base = '', bits] = text.split('/');
  const address = ipaddr.parse(base);
  return [address, bits === undefined ? address.toByteArray().length * 8 : Number(bits)];
}

export function isWithin(address: ParsedAddress, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
