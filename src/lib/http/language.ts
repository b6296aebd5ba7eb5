import type { IncomingMessage } from 'node:http';
import { PAGE_LANGUAGES, type Language } from '../text/language.ts';
import type { CookieCodec } from './cookies.ts';

/**
 * Returns the language that the user chose in this browser (cookie), otherwise the supported language with the highest
 * weight in Accept-Language.
 */
export function requestLanguage(request: IncomingMessage, cookies: CookieCodec): Language {
  const chosen = PAGE_LANGUAGES.find((one) => one === cookies.read(request, 'language'));
  return chosen ?? preferredLanguage(request.headers['accept-language'] ?? '');
}

/** Returns the supported language with the highest weight, or English: `de-CH, fr;q=0.8` gives German. */
function preferredLanguage(header: string): Language {
  const [best] = header
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const language = PAGE_LANGUAGES.find((one) => name === one || name.startsWith(`${one}-`));
      return language ? [{ language, weight: weightOf(parameters) }] : [];
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return best?.language ?? 'en';
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((one) => one.startsWith('q='))?.slice(2);
  const weight = given === undefined ? 1 : Number(given);
  return weight >= 0 && weight <= 1 ? weight : 0;
}
