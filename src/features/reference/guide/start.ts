import { html, joined, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument } from '../../../lib/schema/openapi.ts';
import type { Chapter, ReferenceSection } from '../chapter.ts';
import { codePanel, samplePanel } from '../code.ts';
import { describeCredential, operationsOf } from '../operations.ts';
import { exampleUrl } from '../sampleRequest.ts';
import { renderRequestSamples } from '../samples.ts';
import { renderInline, renderParagraphs } from '../text.ts';
import { errors } from './errors.ts';
import { idempotency, pagination } from './habits.ts';
import { limits } from './limits.ts';
import { scopes } from './scopes.ts';

/** The guide: what holds for every operation. */
export function guideChapter(document: ApiDocument): Chapter {
  return {
    id: 'guide',
    title: 'Getting started',
    sections: [
      introduction(document),
      authentication(document),
      scopes(document),
      errors(document),
      pagination(document),
      idempotency(document),
      limits(document),
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

/** The base URL of each door. */
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
    credential: describeCredential(first.operation),
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
        <p>${renderInline(description)}</p>
      </li>`,
  );
  return html`<ul class="members">
    ${joined(rows, null)}
  </ul>`;
}

function exampleToken({ securitySchemes }: ApiDocument['components']): string {
  const [first] = Object.values(securitySchemes);
  return first?.['x-token'] ?? '…';
}
