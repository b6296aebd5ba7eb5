import { TOKEN_PREFIXES } from '../../access/tokens.ts';
import { redactMembers } from './members.ts';

const HIDDEN = '[redacted]';
const SECRET_NAME =
  /password|passphrase|secret|tokens?$|authorization|auth_header|api[_-]?key|private_?key|credential|verifier|recovery_?codes?$/i;
/** A quick test: text without these words and without `\u` escapes contains no secret member. */
const NEAR_SECRET = new RegExp(String.raw`${SECRET_NAME.source.replaceAll('$', '"')}|\\u`, 'i');
/** Matches tokens that this service issues: complete tokens anywhere, truncated ones only at the start of a word. */
const OWN_TOKENS = new RegExp(
  String.raw`(${TOKEN_PREFIXES.join('|')})[0-9A-Za-z]{20,}|(?<![0-9A-Za-z])(${TOKEN_PREFIXES.join('|')})[0-9A-Za-z]{4,}`,
  'g',
);
const BODY_CHARACTERS = 4_096;

/** Redacts and truncates a body. Redaction comes first, so that a long secret does not use up the limit. */
export function redactBody(body: string | undefined): string | null {
  return body ? redactText(copied(truncateText(redactJson(body), BODY_CHARACTERS))) : null;
}

/** Copies the text, because in V8 a substring keeps the whole original string in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** Redacts and truncates a query string. */
export function redactQuery(query: string): string {
  return truncateText(redactText(query.split('&').map(redactPair).join('&')), 1_000);
}

export function truncateText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

function redactPair(pair: string): string {
  const end = pair.indexOf('=');
  if (end < 0) return pair;
  const name = pair.slice(0, end);
  return SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : pair;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Scans the JSON only if a secret member can begin within the part that is stored. */
function redactJson(text: string): string {
  return NEAR_SECRET.test(text.slice(0, BODY_CHARACTERS))
    ? redactMembers(text, (name) => SECRET_NAME.test(name), HIDDEN)
    : text;
}

/** Redacts tokens, and replaces characters that PostgreSQL cannot store, such as NUL. */
function redactText(text: string): string {
  return text
    .replaceAll(OWN_TOKENS, (_token, whole?: string, cut?: string) => `${whole ?? cut}${HIDDEN}`)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();
}
