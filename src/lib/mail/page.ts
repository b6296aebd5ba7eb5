import type { Language } from '../text/language.ts';
import { html, trusted } from '../text/html.ts';

/** A paragraph of a letter; a link stands on its own and is shown as it is. */
export type Paragraph = string | { link: string };

/** The paragraphs of a letter as HTML, for light and dark programs; nothing of it is fetched from elsewhere. */
export function letterPage(
  { language, subject }: { language: Language; subject: string },
  paragraphs: readonly Paragraph[],
): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>${paragraphs.map(showParagraph)}</main>
      </body>
    </html>`.text;
}

function showParagraph(paragraph: Paragraph) {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>`;
  return html`<p class="link"><a href="${paragraph.link}">${paragraph.link}</a></p>`;
}

const STYLE = trusted(`:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f3f5f5; color: #1b2423; font: 16px/1.55 system-ui, "Segoe UI", Arial, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 12px 28px; border: 1px solid #dfe5e4; border-radius: 12px; background: #ffffff; }
p { margin: 16px 0; overflow-wrap: anywhere; }
.link { padding: 12px 16px; border-left: 3px solid #0f766e; border-radius: 4px; background: #eef6f5; }
a { color: #0b5f58; font-weight: 600; }
@media (prefers-color-scheme: dark) {
body { background: #101514; color: #e6eceb; }
main { border-color: #2a3432; background: #181f1e; }
.link { border-left-color: #4fb3a9; background: #1f2b29; }
a { color: #7fd4ca; }
}`);
