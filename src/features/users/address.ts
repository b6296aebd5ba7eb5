import { plainAddress } from '../../lib/mail/emailAddress.ts';
import { badRequest } from '../../lib/errors.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { PLAIN_EMAIL } from './rules.ts';

/** The stored spelling of an address; throws for an impossible domain. */
export function readAddress(email: string): string {
  const address = plainAddress(email);
  if (meetsRule(address, PLAIN_EMAIL)) return address;
  throw badRequest('email', PLAIN_EMAIL.rule);
}
