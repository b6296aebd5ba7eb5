import { html, type Html, type HtmlValue } from '../lib/text/html.ts';
import { TYPEFACE_LINK } from './typeface.ts';
import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES, type Language } from '../lib/text/language.ts';
import { translator, LocalizedText } from '../lib/text/translation.ts';
import { texts as de } from './de.ts';

const t = translator({ de });

export type PageLayout = { title: string | LocalizedText; wide?: boolean; body: HtmlValue };

/** Renders the common layout of all server-rendered pages. */
export function renderPage({ title, wide, body }: PageLayout): Html {
  return html`<!doctype html>
    <html lang="${PAGE_LANGUAGE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Tenant Ops</title>
        <link rel="icon" href="${ICON}" />
        ${TYPEFACE_LINK}
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header><p class="brand">${MARK}Tenant Ops</p></header>
        <main class="${wide ? 'wide' : 'narrow'}">${body}</main>
        <footer>${t('Tenant Ops, operations for training with AR glasses')} ${linkOtherLanguages}</footer>
      </body>
    </html>`;
}

export const PAGE_LANGUAGE = new LocalizedText((language) => [language]);

/**
 * Links to the other languages. The text of a link is in the language of its target, for readers who do not understand
 * the current language.
 */
function linkOtherLanguages(current: Language): Html {
  const others = PAGE_LANGUAGES.filter((language) => language !== current);
  return html`${others.map(
    (language) =>
      html`<a href="/language/${language}" lang="${language}" rel="nofollow"
        >${PAGE_LANGUAGE_NAMES[language]}</a
      > `,
  )}`;
}

export const STYLE_PATH = '/pages.css';

/** An error message that screen readers announce. */
export function errorNotice(text: LocalizedText | undefined): Html | undefined {
  if (text === undefined) return undefined;
  return html`<p class="notice wrong" role="alert">${text}</p>`;
}

export function hiddenInput(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

type Link = { href: string; label: LocalizedText };

export function messagePage(title: LocalizedText, text: LocalizedText, link?: Link): Html {
  const body = html`<section class="card">
    <h1>${title}</h1>
    <p class="soft">${text}</p>
    ${link && html`<p><a href="${link.href}">${link.label}</a></p>`}
  </section>`;
  return renderPage({ title, body });
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%230f766e%22/%3E' +
  '%3Cpath d=%22M4 5h8v2H9v5H7V7H4z%22 fill=%22%23fff%22/%3E%3C/svg%3E';

const MARK = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <rect width="16" height="16" rx="4" fill="#0f766e" />
  <path d="M4 5h8v2H9v5H7V7H4z" fill="#fff" />
</svg>`;
