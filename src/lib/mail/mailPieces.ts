import { toOneLine } from '../text/visibleText.ts';

/** A piece of a mail's text: our own words, or a value such as a name. */
type Piece = string | { value: string };
export type MailPieces = readonly Piece[];

/** Template text is ours; interpolated values are not. */
export function mailPieces(strings: TemplateStringsArray, ...values: string[]): MailPieces {
  return strings.flatMap((text, index) => {
    const value = values[index];
    return value === undefined ? [text] : [text, { value }];
  });
}

export function textOf(pieces: MailPieces): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : harmless(piece.value))).join('');
}

/** Programs that show mails make links of addresses in plain text, with or without a scheme. */
const WITHIN_ADDRESS = /(?<!\d)[.:@。．｡․﹒：﹕＠﹫](?=\S)|[.:@。．｡․﹒：﹕＠﹫](?=[^\s\d])/gu;

/** Keeps a value on one line and breaks up what could be read as an address. */
function harmless(value: string): string {
  return toOneLine(value).replaceAll(WITHIN_ADDRESS, '$& ');
}
