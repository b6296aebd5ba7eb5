const HIDDEN = '[redacted]';
const SECRET_NAME = /password|passphrase|secret|token$|authorization|auth_header|api_?key|credential/i;
/** Text without any of this, and without an escape that could spell it, names no secret and need not be read as JSON. */
const NEAR_SECRET = new RegExp(String.raw`${SECRET_NAME.source.replace('token$', 'token"')}|\\u`, 'i');
/** Credentials of ours, wherever they stand; also those that were cut off. */
const OWN_TOKENS = /\b(tak|tao|tor|toc|tos|tad|tai|tap|tbs|tpr)_[0-9A-Za-z]{4,}/g;
/** A member of text that could not be read as JSON. */
const SECRET_MEMBERS =
  /("[^"]*(?:password|passphrase|secret|authorization|auth_header|api_?key|credential)[^"]*"|"[^"]*token")(\s*:\s*)"(?:[^"\\]|\\.)*"?/gi;

const BODY_CHARACTERS = 4_096;

/** A body as the log keeps it: without secrets, and no longer than a person reads. */
export function redactBody(body: string | undefined): string | null {
  return body ? redactText(copied(cap(redactJson(body), BODY_CHARACTERS))) : null;
}

/** A piece of a text keeps all of it in memory; a copy does not. */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** The query of a URL, its secrets hidden. */
export function redactQuery(query: string): string {
  const hidden = query.replaceAll(/([^&=]+)=([^&]*)/g, (pair, name: string) =>
    SECRET_NAME.test(name) ? `${name}=${HIDDEN}` : pair,
  );
  return cap(redactText(hidden), 1_000);
}

export function cap(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

function redactJson(text: string): string {
  if (!NEAR_SECRET.test(text)) return text;
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(text)));
  } catch {
    return text.replaceAll(SECRET_MEMBERS, `$1$2"${HIDDEN}"`);
  }
}

/** NUL has no place in the database's texts. */
function redactText(text: string): string {
  return text.replaceAll(OWN_TOKENS, `$1_${HIDDEN}`).replaceAll('\0', '\uFFFD').toWellFormed();
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) && member !== null && typeof member !== 'boolean'
        ? HIDDEN
        : withoutSecrets(member),
    ]),
  );
}
