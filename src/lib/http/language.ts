import type { IncomingMessage } from 'node:http';
import { LANGUAGES, type Language } from '../text/language.ts';
import type { CookieJar } from './cookies.ts';

/** The language chosen in this browser, else the supported language that Accept-Language prefers. */
export function requestLanguage(request: IncomingMessage, cookies: CookieJar): Language {
  const chosen = LANGUAGES.find((one) => one === cookies.read(request, 'language'));
  return chosen ?? likedBest(request.headers['accept-language'] ?? '');
}

/** `de-CH, fr;q=0.8` likes German best; English where none of ours is named. */
function likedBest(header: string): Language {
  const [best] = header
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const language = LANGUAGES.find((one) => name === one || name.startsWith(`${one}-`));
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
