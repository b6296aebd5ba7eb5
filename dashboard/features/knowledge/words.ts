import { DOCUMENTS, faultOfFile } from '../../components/fileRules.ts';
import type { Language } from './api.ts';

export const LANGUAGES: Record<Language, string> = {
  arabic: 'Arabic',
  armenian: 'Armenian',
  basque: 'Basque',
  catalan: 'Catalan',
  danish: 'Danish',
  dutch: 'Dutch',
  english: 'English',
  finnish: 'Finnish',
  french: 'French',
  german: 'German',
  greek: 'Greek',
  hindi: 'Hindi',
  hungarian: 'Hungarian',
  indonesian: 'Indonesian',
  irish: 'Irish',
  italian: 'Italian',
  lithuanian: 'Lithuanian',
  nepali: 'Nepali',
  norwegian: 'Norwegian',
  portuguese: 'Portuguese',
  romanian: 'Romanian',
  russian: 'Russian',
  serbian: 'Serbian',
  spanish: 'Spanish',
  swedish: 'Swedish',
  tamil: 'Tamil',
  turkish: 'Turkish',
  yiddish: 'Yiddish',
  simple: 'Another, or several',
};

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The language of the browser, if words of it can be brought to their stems. */
export function languageOfBrowser(): Language | undefined {
  const [code = 'en'] = navigator.language.split('-');
  const name = NAMES.of(code)?.toLowerCase() ?? '';
  return isLanguage(name) ? name : undefined;
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

export function isDocument(file: File): boolean {
  return faultOfFile(file, DOCUMENTS) === undefined;
}

export function refusalOf(file: File): string {
  return `${file.name}: ${faultOfFile(file, DOCUMENTS) ?? ''}.`;
}
