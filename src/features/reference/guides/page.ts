import { html, type Html } from '../../../lib/text/html.ts';
import { renderReferenceLayout, type ReferenceAssetUrls } from '../layout.ts';
import type { Guide } from './markdown.ts';

export type NamedGuide = Guide & { name: string };

export type GuideSet = { brand: string; guides: readonly NamedGuide[]; urls: ReferenceAssetUrls };

export const GUIDES_PATH = '/docs/guides';

/** Renders a guide next to the list of all guides. The list shows the sections of the current guide. */
export function renderGuidePage(set: GuideSet, name: string): Html {
  const guide = set.guides.find((one) => one.name === name);
  if (!guide) throw new Error(`there is no guide ${name}`);
  const markdown = html`<p class="uses"><a href="${guidePath(guide)}.md">This page as Markdown</a></p>`;
  return renderBesideList(set, guide.title, html`${guide.body}${markdown}`, guide);
}

/** Renders a Markdown page that is not a guide, next to the list of all guides. */
export function renderPageWithGuideList(set: GuideSet, { title, body }: Guide): Html {
  return renderBesideList(set, title, body);
}

/** Renders the list of all guides, each with its first paragraph. */
export function renderGuideIndex(set: GuideSet): Html {
  const main = html`<h1>Guides</h1>
    <p>
      Read <a href="${guidePath({ name: 'dashboard' })}">Use the dashboard</a> if you work with ${set.brand}
      in the browser. All other guides are for developers who call the API. The
      <a href="/docs">API reference</a> describes every operation.
    </p>
    ${set.guides.map(
      (guide) =>
        html`<h2><a href="${guidePath(guide)}">${guide.title}</a></h2>
          <p>${guide.lead}</p>`,
    )}`;
  return renderBesideList(set, 'Guides', main);
}

function renderBesideList(set: GuideSet, title: string, main: Html, current?: NamedGuide): Html {
  return renderReferenceLayout({
    brand: set.brand,
    title: `${title} · ${set.brand}`,
    book: 'guides',
    urls: set.urls,
    first: 'main',
    contents: renderContents(set, current),
    main: html`<article class="guide">${main}</article>`,
  });
}

export function guidePath({ name }: Pick<NamedGuide, 'name'>): string {
  return `${GUIDES_PATH}/${name}`;
}

function renderContents({ guides }: GuideSet, current: NamedGuide | undefined): Html {
  return html`<ul>
    ${guides.map((guide) =>
      guide === current
        ? html`<li>
            <a href="${guidePath(guide)}" aria-current="page">${guide.title}</a>
            <ul class="parts">
              ${guide.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
            </ul>
          </li>`
        : html`<li><a href="${guidePath(guide)}">${guide.title}</a></li>`,
    )}
  </ul>`;
}
