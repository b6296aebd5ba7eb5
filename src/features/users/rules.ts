import { name, type TextRule } from '../../lib/schema/rules.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { userReasons } from './reasons.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]+";

/** A domain may be Unicode; it is stored and compared in ASCII. */
const NAMED = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}\\-]{0,61}[\\p{L}\\p{N}\\p{M}])?';

/** RFC 5321 has at most 64 characters before the @. */
const SHORT_LOCAL_PART = '(?=[^@]{1,64}@)';

/** ASCII before the @: the database and JavaScript disagree about the lower case of some other letters. */
export const EMAIL: TextRule = {
  minLength: 3,
  maxLength: 254,
  pattern: `^${SHORT_LOCAL_PART}${ATOM}(?:\\.${ATOM})*@(?:${NAMED}[.。．｡])+${NAMED}$`,
  rule: userReasons.email_address,
};

export const PLAIN_EMAIL: TextRule = {
  ...EMAIL,
  pattern: `^${SHORT_LOCAL_PART}${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`,
};

export const FULL_NAME = name(200);

export const PASSWORD: TextRule = {
  minLength: 8,
  maxLength: 200,
  rule: schemaReasons.length({ least: 8, most: 200 }),
};

/** Erasing a user waits for the batches of the request log, and reads all of it twice. */
export const ERASE_DEADLINE_MS = 40_000;
