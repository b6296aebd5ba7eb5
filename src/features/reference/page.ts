import { html, type Html } from '../../lib/text/html.ts';
import type { ApiDocument } from '../../lib/schema/openapi.ts';
import { renderChapter, type Chapter } from './chapter.ts';
import { eventsChapter } from './events.ts';
import { renderFrame, type PageAddresses } from './frame.ts';
import { guideChapter } from './guide/start.ts';
import { renderNavigation } from './navigation.ts';
import { resourceChapters } from './operations.ts';

/** The whole reference, from the OpenAPI document alone. */
export function referenceChapters(document: ApiDocument): Chapter[] {
  return [guideChapter(document), ...resourceChapters(document), eventsChapter(document)];
}

export function renderReference(document: ApiDocument, addresses: PageAddresses): Html {
  const chapters = referenceChapters(document);
  const { title, version } = document.info;
  return renderFrame({
    brand: title,
    title: `${title} API reference`,
    book: 'reference',
    addresses,
    first: 'introduction',
    contents: renderNavigation(chapters),
    main: html`<header class="title">
        <h1>API reference</h1>
        <p>
          Version ${version}. Start with the <a href="/docs/guides">guides</a>. Tools read the
          <a href="${addresses.description}">OpenAPI 3.1 document</a>, the source of this page.
        </p>
      </header>
      ${chapters.map(renderChapter)}`,
  });
}
