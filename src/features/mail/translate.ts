import type { Language, Placeholders } from '../../lib/text/language.ts';
import type { MailPieces } from '../../lib/mail/mailPieces.ts';
import { german } from './german.ts';

export type MailText = keyof typeof german;
type Values<K extends string> = [Placeholders<K>] extends [never] ? [] : [Record<Placeholders<K>, string>];

/** A text of a mail in the language of its reader; what stands in braces is a value, not words of ours. */
export function translateMail<K extends MailText>(
  language: Language,
  text: K,
  ...[values]: Values<K>
): MailPieces {
  const known = new Map<string, string>(Object.entries(values ?? {}));
  const said: string = language === 'de' ? german[text] : text;
  return said.split(/(\{\w+\})/).flatMap((piece): MailPieces => {
    if (piece === '') return [];
    const value = known.get(piece.slice(1, -1));
    return value === undefined ? [piece] : [{ value }];
  });
}
