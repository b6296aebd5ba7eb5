import { html, type Html } from '../../lib/text/html.ts';
import type { ApiDocument } from '../../lib/schema/openapi.ts';
import { renderChapter, type ReferenceChapter } from './chapter.ts';
import { eventsChapter } from './events.ts';
import { renderReferenceLayout, type ReferenceAssetUrls } from './layout.ts';
import { gettingStartedChapter } from './guide/gettingStarted.ts';
import { renderNavigation } from './navigation.ts';
import { resourceChapters } from './operations.ts';

/** Builds all chapters of the reference from the OpenAPI document. */
export function referenceChapters(document: ApiDocument): ReferenceChapter[] {
  return [gettingStartedChapter(document), ...resourceChapters(document), eventsChapter(document)];
}

export function renderReferencePage(document: ApiDocument, urls: ReferenceAssetUrls): Html {
  const chapters = referenceChapters(document);
  const { title, version } = document.info;
  return renderReferenceLayout({
    brand: title,
    title: `${title} API reference`,
    book: 'reference',
    urls,
    first: 'introduction',
    contents: renderNavigation(chapters),
    main: html`<header class="title">
        <h1>API reference</h1>
        <p>
          Version ${version}. Start with the <a href="/docs/guides">guides</a>. Tools read the
          <a href="${urls.openapi}">OpenAPI 3.1 document</a>, the source of this page, or its form in
          <a href="/v1/openapi-3.0.json">OpenAPI 3.0</a>. Import the
          <a href="/v1/postman.json">Postman collection</a> or the
          <a href="/v1/bruno.json">Bruno collection</a> to send requests from these programs.
        </p>
      </header>
      ${chapters.map(renderChapter)}`,
  });
}
