import type { Language } from '../../lib/text/language.ts';
import { renderMail } from '../../lib/mail/page.ts';
import { mailTextOf, mailPieces, type MailPieces } from '../../lib/mail/mailPieces.ts';
import { LocalizedText, translator } from '../../lib/text/translation.ts';
import { texts as de } from './de.ts';

const t = translator({ de });

/**
 * Marks the paragraph of a mail that shows the link. The URL is stored separately, so texts need no placeholder, which
 * a user could also write.
 */
export const LINK_PARAGRAPH = 'link';

/** The paragraphs of a mail, in order. */
export type MailContent = readonly (MailPieces | typeof LINK_PARAGRAPH)[];

/** The first line of every mail. */
export function mailSalutation(full_name: string): LocalizedText {
  return t('Hello {name},', { name: full_name });
}

/** The paragraphs of a mail before the language of its reader is known. */
export type LocalizedMailContent = readonly (LocalizedText | MailPieces | typeof LINK_PARAGRAPH)[];

export function translateMailContent(language: Language, draft: LocalizedMailContent): MailContent {
  return draft.map((paragraph) =>
    paragraph instanceof LocalizedText ? paragraph.pieces(language) : paragraph,
  );
}

/** The parts of a mail that are not in its content. */
export type MailFrame = { link: string; action: string | null; footer: string | null };

export function renderMailAsText(content: MailContent, { link, action, footer }: MailFrame): string {
  const labelled = action === null ? link : `${action}\n${link}`;
  const paragraphs = content.map((paragraph) =>
    paragraph === LINK_PARAGRAPH ? labelled : mailTextOf(paragraph),
  );
  return `${[...paragraphs, ...(footer === null ? [] : [footer])].join('\n\n')}\n`;
}

export function renderMailAsHtml(
  head: { language: Language; subject: string },
  content: MailContent,
  { link, action, footer }: MailFrame,
): string {
  const paragraphs = content.map((paragraph) =>
    paragraph === LINK_PARAGRAPH ? { link, action } : mailTextOf(paragraph),
  );
  return renderMail(head, paragraphs, footer);
}

/** The placeholder of the link in mails that an older version queued. */
const OLD_LINK_PLACEHOLDER = '{link}';

/**
 * Converts the text of a mail that an older version queued. The whole text is treated as user input, because the parts
 * that a user wrote are not marked.
 */
export function parseMailOfOldVersion(text: string): MailContent {
  if (text.split(OLD_LINK_PLACEHOLDER).length !== 2)
    throw new Error('the text of a queued mail must contain the placeholder of its link once');
  return text
    .trimEnd()
    .split('\n\n')
    .map((paragraph) => (paragraph === OLD_LINK_PLACEHOLDER ? LINK_PARAGRAPH : mailPieces`${paragraph}`));
}
