import { html, type Html } from '../../lib/text/html.ts';
import type { ReferenceChapter, ReferenceSection } from './chapter.ts';
import { SAMPLE_LANGUAGES } from './code.ts';
import { methodBadge } from './operations.ts';

export function renderNavigation(chapters: readonly ReferenceChapter[]): Html {
  return html`${renderLanguages()}
  ${chapters.map(
    ({ id, title, sections }) =>
      html`<p class="group"><a href="#${id}">${title}</a></p>
        <ul>
          ${sections.map(renderLink)}
        </ul>`,
  )}`;
}

/** The language is chosen with radio buttons and CSS, so that the choice works without JavaScript. */
function renderLanguages(): Html {
  return html`<fieldset class="languages">
    <legend>Samples in</legend>
    ${SAMPLE_LANGUAGES.map(
      ({ id, name }, index) =>
        html`<input
            type="radio"
            name="language"
            id="language-${id}"
            value="${id}"
            aria-label="${name}"
            ${index === 0 && html`checked`}
          /><label for="language-${id}">${name}</label>`,
    )}
  </fieldset>`;
}

function renderLink({ id, title, method, is_code }: ReferenceSection): Html {
  const label = is_code === true ? html`<code>${title}</code>` : html`<span>${title}</span>`;
  return html`<li><a href="#${id}">${label} ${method !== undefined && methodBadge(method)}</a></li>`;
}
