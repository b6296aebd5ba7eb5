/** The language of the page, which the server has chosen. */
export const language = langOf(Reflect.get(globalThis, 'document')) === 'de' ? 'de' : 'en';

/** Tests read texts where there is no page. */
function langOf(page: { documentElement: { lang: string } } | undefined): string | undefined {
  return page?.documentElement.lang;
}
