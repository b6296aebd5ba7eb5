import type { Piece } from '../text/translation.ts';
import { toOneLine } from '../text/visibleText.ts';

export type MailPieces = readonly Piece[];

/** Template tag that keeps our own text separate from interpolated values, which can contain anything. */
export function mailPieces(strings: TemplateStringsArray, ...values: string[]): MailPieces {
  return strings.flatMap((text, index) => {
    const value = values[index];
    return value === undefined ? [text] : [text, { value }];
  });
}

export function mailTextOf(pieces: MailPieces): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : breakLinks(String(piece.value))))
    .join('');
}

/** Separators inside a web or email address. Mail programs turn such text into links, with or without a scheme. */
const WITHIN_ADDRESS = /(?<!\d)[.:@。．｡․﹒：﹕＠﹫](?=\S)|[.:@。．｡․﹒：﹕＠﹫](?=[^\s\d])/gu;

/** Keeps a value on one line, and inserts spaces where a mail program could recognize an address. */
function breakLinks(value: string): string {
  return toOneLine(value).replaceAll(WITHIN_ADDRESS, '$& ');
}
