import { TOKEN_PREFIXES } from '../../access/tokens.ts';
import { hideMembers } from './members.ts';

const HIDDEN = '[redacted]';
const SECRET_NAME =
  /password|passphrase|secret|tokens?$|authorization|auth_header|api[_-]?key|private_?key|credential|verifier|recovery_?codes?$/i;
/** Text without any of these words or an escape that could spell one holds no secret. */
const NEAR_SECRET = new RegExp(String.raw`${SECRET_NAME.source.replaceAll('$', '"')}|\\u`, 'i');
/** Our own tokens: whole ones anywhere, cut-off ones at the start of a word. */
const OWN_TOKENS = new RegExp(
  String.raw`(${TOKEN_PREFIXES.join('|')})[0-9A-Za-z]{20,}|(?<![0-9A-Za-z])(${TOKEN_PREFIXES.join('|')})[0-9A-Za-z]{4,}`,
  'g',
);
const BODY_CHARACTERS = 4_096;

/** A body for the log: redacted and cut. What is hidden makes room for what follows it. */
export function redactBody(body: string | undefined): string | null {
  return body ? redactText(copied(truncateText(redactJson(body), BODY_CHARACTERS))) : null;
}

/** A piece of a text keeps all of it in memory; a copy does not. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** The query of a URL, its secrets hidden. */
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

/** Only a secret that begins within what is kept changes what is kept. */
function redactJson(text: string): string {
  return NEAR_SECRET.test(text.slice(0, BODY_CHARACTERS))
    ? hideMembers(text, (name) => SECRET_NAME.test(name), HIDDEN)
    : text;
}

/** NUL has no place in the database's texts. */
function redactText(text: string): string {
  return text
    .replaceAll(OWN_TOKENS, (_token, whole?: string, cut?: string) => `${whole ?? cut}${HIDDEN}`)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();
}
