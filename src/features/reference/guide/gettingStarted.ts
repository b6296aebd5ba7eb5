import { html, joinHtml, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument } from '../../../lib/schema/openapi.ts';
import type { ReferenceChapter, ReferenceSection } from '../chapter.ts';
import { codePanel, samplePanel } from '../code.ts';
import { credentialVariable, operationsOf } from '../operations.ts';
import { exampleUrl } from '../sampleRequest.ts';
import { renderRequestSamples } from '../samples.ts';
import { renderInlineCode, renderParagraphs } from '../text.ts';
import { errorsSection } from './errors.ts';
import { idempotencySection, paginationSection } from './conventions.ts';
import { limitsSection } from './limits.ts';
import { scopesSection } from './scopes.ts';

/** The first chapter: rules that apply to every operation. */
export function gettingStartedChapter(document: ApiDocument): ReferenceChapter {
  return {
    id: 'guide',
    title: 'Getting started',
    sections: [
      introduction(document),
      authentication(document),
      scopesSection(document),
      errorsSection(document),
      paginationSection(document),
      idempotencySection(document),
      limitsSection(document),
    ],
  };
}

function introduction(document: ApiDocument): ReferenceSection {
  return {
    id: 'introduction',
    title: 'Introduction',
    prose: html`${renderParagraphs(document.info.description)}
      <p>
        Requests and responses are JSON. Ids are UUIDs, timestamps are ISO 8601 in UTC. An operation ignores
        unknown members and parameters, so a newer client works with an older service.
      </p>
      <p>
        Every response has the header <code>X-Request-Id</code>. Include it in support requests. The version
        of the API is the path segment <code>/v1/</code>.
      </p>`,
    aside: [
      codePanel('Base URL', baseUrls(document).join('\n'), 'http'),
      samplePanel('First call', firstCall(document)),
    ],
  };
}

/** Lists the base URL of each API, such as `/v1/` and `/device/v1/`. */
function baseUrls({ servers, paths }: ApiDocument): string[] {
  const doors = Object.keys(paths).map((path) => /^(?:\/[a-z]+)?\/v\d+\//.exec(path)?.[0] ?? '/');
  return [...new Set(doors)].map((door) => `${servers[0]?.url ?? ''}${door}`);
}

function firstCall(document: ApiDocument): Parameters<typeof samplePanel>[1] {
  const first = operationsOf(document).find(({ method }) => method === 'GET');
  if (!first) return [];
  const url = exampleUrl(document, first.path, first.operation);
  return renderRequestSamples({
    method: 'GET',
    url,
    credential: credentialVariable(first.operation),
    body: undefined,
  });
}

function authentication({ components }: ApiDocument): ReferenceSection {
  return {
    id: 'authentication',
    title: 'Authentication',
    prose: html`<p>
        Send your credential in the <code>Authorization</code> header of every request. A credential belongs
        to one account and gives access to the records of this account only.
      </p>
      ${credentialRows(components)}
      <p>
        Keep credentials on your server. Never put them into a web page, a link or a repository. The service
        ignores credentials in the query string and in cookies. It shows a credential once, when you create
        it.
      </p>
      <p>
        <strong>401</strong> means that the credential is missing (<code>MISSING_AUTH</code>) or not valid
        (<code>INVALID_KEY</code>). <strong>403</strong> means that the credential is valid but lacks the
        <a href="#scopes">scope</a> of the operation. Do not retry either with the same credential.
      </p>`,
    aside: codePanel('Header', `Authorization: Bearer ${exampleToken(components)}`, 'http'),
  };
}

function credentialRows({ securitySchemes }: ApiDocument['components']): Html {
  const rows = Object.values(securitySchemes).map(
    ({ 'x-token': token, description }) =>
      html`<li>
        <div class="member-head"><code class="name">${token}</code></div>
        <p>${renderInlineCode(description)}</p>
      </li>`,
  );
  return html`<ul class="members">
    ${joinHtml(rows, null)}
  </ul>`;
}

function exampleToken({ securitySchemes }: ApiDocument['components']): string {
  const [first] = Object.values(securitySchemes);
  return first?.['x-token'] ?? '…';
}
