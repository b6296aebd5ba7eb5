import { plainAddress } from '../../lib/mail/emailAddress.ts';
import { badRequest } from '../../lib/errors.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { PLAIN_EMAIL_RULE } from './rules.ts';

/** Normalizes an email address to its stored form. 400 for an invalid domain. */
export function normalizeEmail(email: string): string {
  const address = plainAddress(email);
  if (meetsRule(address, PLAIN_EMAIL_RULE)) return address;
  throw badRequest('email', PLAIN_EMAIL_RULE.rule);
}
