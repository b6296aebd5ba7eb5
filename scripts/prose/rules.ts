/*
 * Words that `npm run check` forbids, with reasons. The list only prevents known bad habits; a reviewer must judge the
 * language.
 */

export type Rule = {
  /** Matches forbidden text. */
  pattern: RegExp;
  reason: string;
};

/** Rules for comments, which are read in tooltips without the surrounding code. */
export const COMMENT_RULES: readonly Rule[] = [
  {
    pattern: /^(?:The same|Those|Of|So|Also|None|Its|Their|Both)\b/,
    reason: 'begins by pointing at another sentence: name the subject',
  },
  {
    pattern: /^(?:What|Who|Whose|Whether|Which|Where|With it|As)\b/,
    reason: 'begins with a relative clause: state a fact, subject first',
  },
  { pattern: /\b(?:somebody|whoever)\b/i, reason: 'say user, caller or the role' },
];

/** Rules for names: words with an established replacement, words without meaning, and suffixes that hide the duty. */
export const NAME_RULES: readonly Rule[] = [
  { pattern: /^(?:fewAtOnce|spareMemory)$/, reason: 'use limitConcurrency or memoryBudget' },
  { pattern: /^(?:whoever|somebody)$/i, reason: 'use user or the role' },
  { pattern: /^(?:stuff|thing|data2|temp|foo)$/, reason: 'says nothing of its meaning' },
  { pattern: /(?:Manager|Helper|Util|Utils)$/, reason: 'name the responsibility' },
];

/** Rules for the English texts of pages and mails. */
export const ENGLISH_RULES: readonly Rule[] = [
  { pattern: /\b(?:somebody|whoever|nobody else)\b/i, reason: 'say people, users, admins or the role' },
  { pattern: /\be-mail/i, reason: 'one spelling: email' },
  { pattern: /\b(?:is|are) good for\b/i, reason: 'say expires in' },
  {
    pattern: /\b(?:for good|ran out|called off|looked? into your)\b/i,
    reason: 'use permanently, expired, cancelled, check',
  },
  {
    pattern: /\b(?:once more|any more|by itself|a little later)\b/i,
    reason: 'use again, no longer, automatically, later',
  },
  { pattern: /\bstands? (?:here|beside|in the list)\b/i, reason: 'say appears' },
  { pattern: /^(?:What|Who|Whoever|Whether) (?!.*\?$)/, reason: 'begins with a relative clause: use a noun' },
  { pattern: /^(?:You may not)\b/, reason: 'say that a permission is missing' },
];

/** Rules for the German texts of pages and mails. */
export const GERMAN_RULES: readonly Rule[] = [
  { pattern: /\b(?:du|dich|dir|dein\w*)\b/i, reason: 'one form of address: Sie' },
  { pattern: /\bRumpf\b|\bRümpfe\b/, reason: 'say Inhalt' },
  { pattern: /\bGeheimnis(?:se)?\b/, reason: 'say Secret' },
  { pattern: /\bKolleg(?:e|en|in)\b/, reason: 'neutral word: Teammitglied' },
  { pattern: /\bje Tag\b/, reason: 'say pro Tag' },
  { pattern: /\b(?:hereinlassen|herein|absagen|abgesagt)\b/, reason: 'use Zugriff or abbrechen' },
  { pattern: /\bgekündigt\b/, reason: 'say widerrufen' },
];

/** Exported names that are allowed to have two meanings. */
export const KEPT_DOUBLE_NAMES: ReadonlySet<string> = new Set([
  'scopes', // The texts of scopes in German, and the page of the guide about scopes.
]);
