/** The languages of pages and mails, each with its own name. Source texts are English. */
export const PAGE_LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof PAGE_LANGUAGE_NAMES;
export type TargetLanguage = Exclude<Language, 'en'>;

export const PAGE_LANGUAGES = Object.keys(PAGE_LANGUAGE_NAMES).filter(isLanguage);
/** The languages that need translation files. */
export const TARGET_LANGUAGES = PAGE_LANGUAGES.filter((language) => language !== 'en');

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(PAGE_LANGUAGE_NAMES, text);
}
