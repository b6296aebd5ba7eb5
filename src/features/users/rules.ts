import { nameRule, type TextRule } from '../../lib/schema/rules.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { userReasons } from './reasons.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]+";

/** A label of a domain name, which may be Unicode. The domain is stored and compared in ASCII. */
const NAMED = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}\\-]{0,61}[\\p{L}\\p{N}\\p{M}])?';

/** RFC 5321 section 4.5.3.1.1: at most 64 characters before the @. */
const SHORT_LOCAL_PART = '(?=[^@]{1,64}@)';

/**
 * The part before the @ is ASCII, because PostgreSQL and JavaScript convert some other letters to different lower case.
 */
export const EMAIL_RULE: TextRule = {
  minLength: 3,
  maxLength: 254,
  pattern: `^${SHORT_LOCAL_PART}${ATOM}(?:\\.${ATOM})*@(?:${NAMED}[.。．｡])+${NAMED}$`,
  rule: userReasons.email_address,
};

export const PLAIN_EMAIL_RULE: TextRule = {
  ...EMAIL_RULE,
  pattern: `^${SHORT_LOCAL_PART}${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`,
};

export const FULL_NAME_RULE = nameRule(200);

/** A password that is verified, not set: the bounds only limit the work of the verification. */
export const CURRENT_PASSWORD_RULE = { minLength: 1, maxLength: 1_000 } as const;

export const PASSWORD_RULE: TextRule = {
  minLength: 8,
  maxLength: 200,
  rule: schemaReasons.length({ least: 8, most: 200 }),
};

/** The deadline of an erasure, which searches the whole request log twice and waits for unwritten requests. */
export const ERASE_USER_DEADLINE_MS = 40_000;
