import { pluralForms, type Texts } from '../../src/lib/text/translation.ts';

/** Returns keys that are used but have no text, and texts that are not used. */
export function completenessFaults(used: ReadonlySet<string>, texts: Texts): string[] {
  const missing = [...used].filter((key) => !Object.hasOwn(texts, key));
  const unused = Object.keys(texts).filter((key) => !used.has(key));
  return [...missing.map((key) => `missing: ${key}`), ...unused.map((key) => `unused: ${key}`)];
}

/** Returns translations that lose a value or lack plural forms of their language. */
export function formFaults(language: string, texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => [
    ...(namesIn(key).join() === namesIn(text).join() ? [] : [`values of: ${key}`]),
    ...(hasForms('en', key) && hasForms(language, text) ? [] : [`plural forms of: ${key}`]),
    ...(pluralForms(key).length === pluralForms(text).length ? [] : [`plurals of: ${key}`]),
    ...(/^[^|]+(?:\|[A-Za-z ]+)?$/.test(key) ? [] : [`context of: ${key}`]),
  ]);
}

/** Returns the names of values; a count has a mark that distinguishes it. */
function namesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?:\}|, plural,)/g))].toSorted();
}

function hasForms(language: string, text: string): boolean {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join();
  const forms = pluralForms(text);
  const isParsed = forms.length === (text.match(/, plural,/g)?.length ?? 0);
  return isParsed && forms.every((form) => [...form.keys()].toSorted().join() === wanted);
}
