import { domainToASCII } from 'node:url';

/** Letters, digits, hyphens and dots of any script: domainToASCII reads none of them as another part of a URL. */
const DOMAIN_NAME = /^[\p{L}\p{N}\p{M}.\-。．｡]+$/u;

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
  return is_plain || !DOMAIN_NAME.test(domain) ? domain : domainToASCII(domain) || domain;
}
