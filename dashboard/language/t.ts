import { formatNumber } from '../format/format.ts';
import { translateLabel, verbatim, type Label, type Values } from '../../src/lib/text/translation.ts';
import type * as catalogue from './catalogue.ts';
import { pageLanguage, pageTranslations } from './page.ts';

export { verbatim, type Label };

type Catalogue = typeof catalogue;
export type TranslatableText = { [F in keyof Catalogue]: keyof Catalogue[F] }[keyof Catalogue];

/** Translates a text of the pages; numbers in it use the reader's locale. */
export function t<K extends TranslatableText>(key: K, ...[values]: Values<K>): Label {
  return translateLabel(key, {
    language: pageLanguage,
    texts: pageTranslations,
    values: values ?? {},
    formatValue: formatInsertedValue,
  });
}

/** Translates a text that is not known to the compiler, such as the title of an action. Falls back to English. */
export function translateIfKnown(text: string): Label {
  return translateLabel(text, {
    language: pageLanguage,
    texts: pageTranslations,
    values: {},
    formatValue: formatInsertedValue,
  });
}

/** Joins labels; `false` items are omitted. */
export function joinLabels(labels: readonly (Label | false)[], separator = ', '): Label {
  return verbatim(labels.filter((label) => label !== false).join(separator));
}

/**
 * Returns a label for the middle of a sentence: lower case in English, unchanged in German, where nouns keep their
 * capital.
 */
export function labelInSentence(label: Label): Label {
  return pageLanguage === 'de' ? label : verbatim(label.toLowerCase());
}

export function formatInsertedValue(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : isolateDirection(value);
}

const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Isolates right-to-left text and removes unclosed direction controls, so that a value does not reorder its
 * sentence.
 */
function isolateDirection(value: string): string {
  const text = value.replaceAll(DIRECTION_CONTROLS, '');
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
