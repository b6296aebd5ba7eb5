import type { Language } from '../../lib/text/language.ts';
import { letterPage } from '../../lib/mail/page.ts';
import { textOf, mailPieces, type MailPieces } from '../../lib/mail/mailPieces.ts';

/** The place of the link in a mail; the link is stored apart, and no text is searched for this place. */
export const LINK = 'link';

/** The paragraphs of a mail, in order. */
export type MailContent = readonly (MailPieces | typeof LINK)[];

export function writeText(content: MailContent, link: string): string {
  const paragraphs = content.map((paragraph) => (paragraph === LINK ? link : textOf(paragraph)));
  return `${paragraphs.join('\n\n')}\n`;
}

/** Writes the mail as HTML. */
export function writePage(
  head: { language: Language; subject: string },
  content: MailContent,
  link: string,
): string {
  return letterPage(
    head,
    content.map((paragraph) => (paragraph === LINK ? { link } : textOf(paragraph))),
  );
}

/** How an older version marked the place of the link. */
const OLD_PLACE = '{link}';

/** A mail that an older version queued. All of its text counts as a value: which part was a name is not known. */
export function contentOfPlainText(text: string): MailContent {
  if (text.split(OLD_PLACE).length !== 2)
    throw new Error('a mail of an older version has no single place for its link');
  return text
    .trimEnd()
    .split('\n\n')
    .map((paragraph) => (paragraph === OLD_PLACE ? LINK : mailPieces`${paragraph}`));
}
