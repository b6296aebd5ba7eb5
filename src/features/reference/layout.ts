import { TYPEFACE_LINK } from '../../doors/typeface.ts';
import { html, type Html, type HtmlValue } from '../../lib/text/html.ts';

export type ReferenceAssetUrls = { style: string; scripts: readonly string[]; openapi: string };

type Book = 'guides' | 'reference';

export type ReferenceLayout = {
  brand: string;
  /** The document title, shown in the browser tab. */
  title: string;
  book: Book;
  urls: ReferenceAssetUrls;
  /** The id of the heading to which the "Close" link of the table of contents leads, on a narrow screen. */
  first: string;
  contents: HtmlValue;
  main: HtmlValue;
};

const BOOKS: Record<Book, { name: string; href: string }> = {
  guides: { name: 'Guides', href: '/docs/guides' },
  reference: { name: 'API reference', href: '/docs' },
};

/** Renders the layout that all pages of the documentation share. */
export function renderReferenceLayout({
  brand,
  title,
  book,
  urls,
  first,
  contents,
  main,
}: ReferenceLayout): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        ${TYPEFACE_LINK}
        <link rel="stylesheet" href="${urls.style}" />
        ${urls.scripts.map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <p class="brand"><a href="${BOOKS[book].href}">${brand}</a> <span>${BOOKS[book].name}</span></p>
          <a class="open" href="#contents">Contents</a>
        </header>
        <nav id="contents" aria-label="Contents">
          <a class="close" href="#${first}">Close</a>
          <ul class="books">
            ${Object.entries(BOOKS).map(
              ([id, { name, href }]) =>
                html`<li><a href="${href}" ${id === book && html`aria-current="true"`}>${name}</a></li>`,
            )}
          </ul>
          ${contents}
        </nav>
        <main id="main" tabindex="-1">${main}</main>
      </body>
    </html>`;
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%230f766e%22/%3E' +
  '%3Cpath d=%22M4 5h8v2H9v5H7V7H4z%22 fill=%22%23fff%22/%3E%3C/svg%3E';
