import { domainToASCII } from 'node:url';

/**
 * A domain has only letters, digits, hyphens and dots, in any script, so that domainToASCII cannot interpret a part of
 * the text as another part of a URL.
 */
const DOMAIN_NAME = /^[\p{L}\p{N}\p{M}.\-。．｡]+$/u;

/**
 * Normalizes an email address: lower case, with the domain in punycode, so that both forms of an internationalized
 * domain are equal. An invalid domain stays unchanged.
 */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return `${address.slice(0, at)}${asciiDomain(address.slice(at))}`.toLowerCase();
}

function asciiDomain(domain: string): string {
  const is_plain = /^[\x21-\x7e]*$/.test(domain);
  return is_plain || !DOMAIN_NAME.test(domain) ? domain : domainToASCII(domain) || domain;
}
