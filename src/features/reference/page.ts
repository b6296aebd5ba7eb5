import { html, type Html } from '../../lib/html.ts';
import type { ApiDocument } from '../../lib/openapi.ts';
import { renderChapter } from './chapter.ts';
import { eventsChapter } from './events.ts';
import { guideChapter } from './guide/start.ts';
import { renderNavigation } from './navigation.ts';
import { resourceChapters } from './operations.ts';

export type PageAddresses = { style: string; script: string; description: string };

/** The whole reference, from the OpenAPI document alone. */
export function renderReference(document: ApiDocument, addresses: PageAddresses): Html {
  const chapters = [guideChapter(document), ...resourceChapters(document), eventsChapter(document)];
  const { title, version } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API reference</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${addresses.style}" />
        <script src="${addresses.script}" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <p class="brand"><a href="/docs">${title}</a> <span>API reference</span></p>
          <a class="open" href="#contents">Contents</a>
        </header>
        ${renderNavigation(chapters)}
        <main id="main" tabindex="-1">
          <header class="title">
            <h1>API reference</h1>
            <p>
              Version ${version}. For tools: the <a href="${addresses.description}">OpenAPI 3.1 document</a>,
              which this page is made from.
            </p>
          </header>
          ${chapters.map(renderChapter)}
        </main>
      </body>
    </html>`;
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%230f766e%22/%3E' +
  '%3Cpath d=%22M4 5h8v2H9v5H7V7H4z%22 fill=%22%23fff%22/%3E%3C/svg%3E';
