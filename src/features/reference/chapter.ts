import { html, type Html, type HtmlValue } from '../../lib/text/html.ts';

/** A linkable section of the page: its text, and samples beside it. */
export type ReferenceSection = {
  id: string;
  title: string;
  /** The HTTP method, shown beside the title in the navigation. */
  method?: string;
  /** True if the title is an identifier of the API instead of words. */
  is_code?: boolean;
  prose: HtmlValue;
  aside?: HtmlValue;
};

export type ReferenceChapter = {
  id: string;
  title: string;
  lead?: HtmlValue;
  sections: readonly ReferenceSection[];
};

export function renderChapter({ id, title, lead, sections }: ReferenceChapter): Html {
  return html`<section class="chapter" aria-labelledby="${id}">
    <header class="chapter-head">
      <h2 id="${id}">${title}${selfLink(id, title)}</h2>
      ${lead}
    </header>
    ${sections.map(renderSection)}
  </section>`;
}

function renderSection({ id, title, is_code, prose, aside }: ReferenceSection): Html {
  return html`<section class="part">
    <div class="prose">
      <h3 id="${id}" ${is_code === true && html`class="wire"`}>${title}${selfLink(id, title)}</h3>
      ${prose}
    </div>
    ${aside !== undefined && html`<div class="aside">${aside}</div>`}
  </section>`;
}

function selfLink(id: string, title: string): Html {
  return html`<a class="self" href="#${id}" aria-label="Link to ${title}"></a>`;
}
