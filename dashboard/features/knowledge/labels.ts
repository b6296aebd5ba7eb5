import { DOCUMENT_FILES, findFileError } from '../../format/fileRules.ts';
import { englishLanguageName } from '../../format/format.ts';
import type { KnowledgeLanguageCode } from './api.ts';
import { t } from '../../language/t.ts';

export const KNOWLEDGE_LANGUAGE_LABELS: Record<KnowledgeLanguageCode, string> = {
  arabic: t('Arabic'),
  armenian: t('Armenian'),
  basque: t('Basque'),
  catalan: t('Catalan'),
  danish: t('Danish'),
  dutch: t('Dutch'),
  english: t('English'),
  finnish: t('Finnish'),
  french: t('French'),
  german: t('German'),
  greek: t('Greek'),
  hindi: t('Hindi'),
  hungarian: t('Hungarian'),
  indonesian: t('Indonesian'),
  irish: t('Irish'),
  italian: t('Italian'),
  lithuanian: t('Lithuanian'),
  nepali: t('Nepali'),
  norwegian: t('Norwegian'),
  portuguese: t('Portuguese'),
  romanian: t('Romanian'),
  russian: t('Russian'),
  serbian: t('Serbian'),
  spanish: t('Spanish'),
  swedish: t('Swedish'),
  tamil: t('Tamil'),
  turkish: t('Turkish'),
  yiddish: t('Yiddish'),
  simple: t('Other or mixed'),
};

/** Returns the browser's language, if the search supports its word stems. */
export function browserKnowledgeLanguage(): KnowledgeLanguageCode | undefined {
  const [code = 'en'] = navigator.language.split('-');
  const name = englishLanguageName(code);
  return isLanguage(name) ? name : undefined;
}

function isLanguage(name: string): name is KnowledgeLanguageCode {
  return Object.hasOwn(KNOWLEDGE_LANGUAGE_LABELS, name);
}

export function isAcceptedDocument(file: File): boolean {
  return findFileError(file, DOCUMENT_FILES) === undefined;
}

export function documentFileError(file: File): string {
  return `${file.name}: ${findFileError(file, DOCUMENT_FILES) ?? ''}.`;
}
