import { isLanguage, type Language } from '../../src/lib/text/language.ts';
import type { Texts } from '../../src/lib/text/translation.ts';

/** The language of the page, chosen by the server. */
export const pageLanguage = languageOf(Reflect.get(globalThis, 'document'));

/** The translations that `page.de.ts` has stored; undefined on an English page. */
export const pageTranslations: Texts | undefined = Reflect.get(globalThis, 'texts');

/**
 * Returns the language of the page. `page` is undefined in tests, which translate texts in Node, where no DOM document
 * exists.
 */
function languageOf(page: { documentElement: { lang: string } } | undefined): Language {
  const lang = page?.documentElement.lang;
  return isLanguage(lang) ? lang : 'en';
}
