import { LocalizedText } from '../lib/text/html.ts';
import { fill, type Placeholders } from '../lib/text/language.ts';
import { germanPageTexts } from './german.ts';

type Text = keyof typeof germanPageTexts;
type Values<K extends string> = [Placeholders<K>] extends [never]
  ? []
  : [Record<Placeholders<K>, string | number>];

/** A text of a page that the server renders, in the language of its reader; English is its own key. */
export function translate<K extends Text>(text: K, ...[values]: Values<K>): LocalizedText {
  return new LocalizedText((language) =>
    fill(language === 'de' ? germanPageTexts[text] : text, values ?? {}),
  );
}

/** A text from elsewhere, such as what a scope allows; in English where the catalogue lacks it. */
export function translateIfKnown(text: string): LocalizedText {
  return new LocalizedText((language) => (language === 'de' && isText(text) ? germanPageTexts[text] : text));
}

function isText(text: string): text is Text {
  return Object.hasOwn(germanPageTexts, text);
}
