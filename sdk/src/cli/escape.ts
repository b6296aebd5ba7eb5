/**
 * Control characters that change the state of a terminal or the order of the displayed text: C0, DEL, C1, line
 * separators and direction controls. They are escaped because printed names and values come from other users.
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a text for one line of output, with JSON escapes. Escaping JSON does not change its value. */
export function escapeLine(text: string): string {
  return text.replaceAll(UNSAFE, (character) => SHORT[character] ?? codeOf(character));
}

/** Escapes a text of several lines. Line breaks and tabs remain, because the command itself wrote them. */
export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => (/[\n\t]/.test(character) ? character : codeOf(character)));
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
