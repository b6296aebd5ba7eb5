import type { Language } from '../text/language.ts';
import { html, trustedHtml } from '../text/html.ts';

/**
 * A paragraph of a mail: text or a link. A link with `action` is a button with its URL below; without it, only the URL.
 */
export type Paragraph = string | { link: string; action: string | null };

/** Renders a mail as HTML, for light and dark color schemes. The page loads nothing from other servers. */
export function renderMail(
  { language, subject }: { language: Language; subject: string },
  paragraphs: readonly Paragraph[],
  footer: string | null,
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
        ${footer === null ? '' : html`<footer>${footer}</footer>`}
      </body>
    </html>`.text;
}

function showParagraph(paragraph: Paragraph) {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>`;
  const { link, action } = paragraph;
  if (action === null) return html`<p class="link"><a href="${link}">${link}</a></p>`;
  return html`<p class="button"><a href="${link}">${action}</a></p>
    <p class="address"><a href="${link}">${link}</a></p>`;
}

const STYLE = trustedHtml(`:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f3f5f5; color: #1b2423; font: 16px/1.55 system-ui, "Segoe UI", Arial, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 12px 28px; border: 1px solid #dfe5e4; border-radius: 12px; background: #ffffff; }
p { margin: 16px 0; overflow-wrap: anywhere; }
.link { padding: 12px 16px; border-left: 3px solid #0f766e; border-radius: 4px; background: #eef6f5; }
a { color: #0b5f58; font-weight: 600; }
.button { margin: 24px 0 12px; }
.button a { display: inline-block; padding: 11px 20px; border-radius: 8px; background: #0f766e; color: #ffffff; text-decoration: none; }
.address { margin: 0 0 24px; font-size: 13px; line-height: 1.45; }
.address a { font-weight: 400; overflow-wrap: anywhere; }
footer { max-width: 560px; margin: 16px auto 0; padding: 0 28px; color: #55605e; font-size: 13px; line-height: 1.5; }
@media (prefers-color-scheme: dark) {
body { background: #101514; color: #e6eceb; }
main { border-color: #2a3432; background: #181f1e; }
.link { border-left-color: #4fb3a9; background: #1f2b29; }
a { color: #7fd4ca; }
.button a { background: #4fb3a9; color: #0b1f1c; }
footer { color: #9db0ad; }
}`);
