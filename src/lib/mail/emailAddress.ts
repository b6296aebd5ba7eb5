import { domainToASCII } from 'node:url';

/** Characters that have no meaning in a URL. */
const NAMES = /^[\p{L}\p{N}\p{M}.\-。．｡]+$/u;

/**
 * The one spelling of an address: lower case, the domain in ASCII, so that a name and its punycode are equal.
 * An invalid domain stays as it is.
 */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return `${address.slice(0, at)}${asciiDomain(address.slice(at))}`.toLowerCase();
}

function asciiDomain(domain: string): string {
  const is_plain = /^[\x21-\x7e]*$/.test(domain);
  return is_plain || !NAMES.test(domain) ? domain : domainToASCII(domain) || domain;
}
