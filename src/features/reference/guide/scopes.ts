import { html, joinHtml, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument } from '../../../lib/schema/openapi.ts';
import { operationAnchor, scopeAnchor } from '../anchors.ts';
import type { ReferenceSection } from '../chapter.ts';
import { operationsOf } from '../operations.ts';

/** Describes every scope and lists the operations that require it. */
export function scopesSection(document: ApiDocument): ReferenceSection {
  const all = Object.entries(scopesOf(document));
  return {
    id: 'scopes',
    title: 'Scopes',
    prose: html`<p>
        Scopes limit what a key or token can do. Give each integration its own key with only the scopes that
        it needs.
      </p>
      <table>
        <caption>
          Scopes
        </caption>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Allows its holder to</th>
          </tr>
        </thead>
        <tbody>
          ${all.map(([scope, description]) => scopeRow(document, scope, description))}
        </tbody>
      </table>`,
  };
}

function scopesOf({ components }: ApiDocument): Readonly<Record<string, string>> {
  const schemes = Object.values(components.securitySchemes);
  const oauth = schemes.find((scheme) => scheme.type === 'oauth2');
  return oauth?.flows.authorizationCode.scopes ?? {};
}

function scopeRow(document: ApiDocument, scope: string, description: string): Html {
  const asking = operationsOf(document).filter(({ operation }) => operation['x-scope'] === scope);
  const links = asking.map(
    ({ method, path, operation }) =>
      html`<a href="#${operationAnchor(method, path)}">${operation.summary}</a>`,
  );
  return html`<tr id="${scopeAnchor(scope)}">
    <td><code class="name">${scope}</code></td>
    <td>
      ${description}${links.length > 0 && html`<br /><span class="uses">${joinHtml(links, ', ')}</span>`}
    </td>
  </tr>`;
}
