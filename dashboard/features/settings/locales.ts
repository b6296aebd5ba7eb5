import type { Locale } from '../../../src/features/signin/contract.ts';
import { formatSampleValues } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const NAMES: Record<Locale, string> = {
  'en-US': t('English (United States)'),
  'en-GB': t('English (United Kingdom)'),
  'cs-CZ': t('Czech'),
  'da-DK': t('Danish'),
  'nl-NL': t('Dutch'),
  'fi-FI': t('Finnish'),
  'fr-FR': t('French'),
  'fr-CH': t('French (Switzerland)'),
  'de-DE': t('German'),
  'de-AT': t('German (Austria)'),
  'de-CH': t('German (Switzerland)'),
  'it-IT': t('Italian'),
  'ja-JP': t('Japanese'),
  'nb-NO': t('Norwegian'),
  'pl-PL': t('Polish'),
  'pt-PT': t('Portuguese'),
  'pt-BR': t('Portuguese (Brazil)'),
  'es-ES': t('Spanish'),
  'sv-SE': t('Swedish'),
  'tr-TR': t('Turkish'),
};

const OF_BROWSER = '';

/** The form value of a locale; the browser's language is the empty value. */
export type LocaleValue = Locale | typeof OF_BROWSER;

export const LOCALE_OPTIONS: readonly { value: string; label: string }[] = [
  { value: OF_BROWSER, label: t('Same as this browser') },
  ...Object.entries(NAMES).map(([value, label]) => ({ value, label })),
];

export function parseLocale(text: string | null): LocaleValue {
  return isLocale(text) ? text : OF_BROWSER;
}

/** Returns a sample date and number in a locale. */
export function localeExample(value: LocaleValue): ReturnType<typeof formatSampleValues> {
  return formatSampleValues(value === OF_BROWSER ? null : value);
}

function isLocale(text: string | null): text is Locale {
  return text !== null && Object.hasOwn(NAMES, text);
}
