/**
 * Characters that a terminal acts on or that change the order of what is shown: C0, DEL, C1, line separators and
 * direction controls. Others wrote the names and values that a command prints.
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line, with JSON's escapes: escaped JSON still is the same value. */
export function escapeLine(text: string): string {
  return text.replaceAll(UNSAFE, (character) => SHORT[character] ?? codeOf(character));
}

/** Text of several lines, whose line ends and tabs are the command's own. */
export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => (/[\n\t]/.test(character) ? character : codeOf(character)));
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
