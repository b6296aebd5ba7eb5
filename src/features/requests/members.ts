const PIECES = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\]:,]|\s+|[^\s"{}[\]:,]+/gu;

/**
 * Replaces the values of secret members in JSON text, including whole lists and objects. Booleans and null remain. It
 * scans tokens instead of parsing, because the text may be truncated anywhere. Text that is not JSON is returned
 * unchanged.
 */
export function redactMembers(text: string, is_secret: (name: string) => boolean, hidden: string): string {
  const pieces = (text.match(PIECES) ?? []).map(spelledOut);
  let told = '';
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    told += piece;
    const colon = isName(piece, is_secret) ? nextOf(pieces, at + 1) : undefined;
    if (colon === undefined || pieces[colon] !== ':') continue;
    const value = nextOf(pieces, colon + 1);
    told += pieces.slice(at + 1, value).join('');
    at = endOf(pieces, value);
    if (value < pieces.length) told += isTelling(pieces[value]) ? JSON.stringify(hidden) : pieces[value];
  }
  return told;
}

/** Resolves escapes such as `\u0070`, which could hide a secret member name or a token from the search. */
function spelledOut(piece: string): string {
  if (!piece.startsWith('"') || !piece.includes(String.raw`\u`)) return piece;
  try {
    return JSON.stringify(JSON.parse(piece));
  } catch {
    return piece;
  }
}

function isName(piece: string, is_secret: (name: string) => boolean): boolean {
  return piece.startsWith('"') && is_secret(piece.slice(1, piece.endsWith('"') ? -1 : undefined));
}

function isTelling(value = ''): boolean {
  return !['true', 'false', 'null'].includes(value);
}

/** The index of the next piece that is not white space. */
function nextOf(pieces: readonly string[], from: number): number {
  return /^\s/.test(pieces[from] ?? '') ? from + 1 : from;
}

/** The index of the last piece of a value: its closing bracket, the piece itself, or the end of truncated text. */
function endOf(pieces: readonly string[], value: number): number {
  let depth = 0;
  for (let at = value; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    if (piece === '{' || piece === '[') depth++;
    else if (piece === '}' || piece === ']') depth--;
    if (depth <= 0) return at;
  }
  return pieces.length;
}
