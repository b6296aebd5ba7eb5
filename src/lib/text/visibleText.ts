/**
 * Invisible characters that could make one name look like another: line breaks, control characters, direction marks and
 * zero-width characters. Joiners are allowed where a script or an emoji needs them (`SEEN`).
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;

/** Pattern of one visible character: no space, control or format character, filler or blank Braille pattern. */
export const VISIBLE = '[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]';
const HAS_VISIBLE = new RegExp(VISIBLE, 'u');

/** Scripts with joining letters, where a joiner or non-joiner changes how a word is written. */
const JOINING = (
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala ' +
  'Khmer Myanmar Tibetan'
)
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');

/** Invisible characters where a script or an emoji needs them. */
const SEEN = new RegExp(
  [
    // Persian می‌خواهم, Sinhala ශ්‍රී
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
    // 👩🏽‍🚀 and ❤️‍🔥
    '(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})',
    // a variant of the preceding sign: ❤️, 葛󠄀
    '(?<=[\\p{L}\\p{N}\\p{P}\\p{S}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
    // the flags of Scotland, Wales and others
    '(?<=\\u{1F3F4})[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}',
  ].join('|'),
  'gu',
);

/** True for a name with a visible character and without invisible ones. */
export function isVisibleName(text: string): boolean {
  return HAS_VISIBLE.test(text) && !UNSEEN.test(text.replace(SEEN, ''));
}

/** Removes line breaks and invisible characters from names that were stored before the rule existed. */
export function toOneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .trim();
}
