import { html, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument, Schema } from '../../../lib/schema/openapi.ts';
import { errorAnchor } from '../anchors.ts';
import type { ReferenceSection } from '../chapter.ts';
import { codePanel, jsonPanel } from '../code.ts';
import { renderInlineCode } from '../text.ts';

export function errorsSection({ components }: ApiDocument): ReferenceSection {
  const codes = components.schemas['Error']?.properties?.['error'] ?? {};
  return {
    id: 'errors',
    title: 'Errors',
    prose: html`<p>
        The body of an error has exactly two members: <code>error</code> is a code, <code>message</code> is a
        sentence for people and logs. Branch on the status and the code. Do not parse the message: its wording
        can change.
      </p>
      ${errorTable(codes)}
      <h4>What to do</h4>
      <ul class="plain">
        <li>400, 401, 403: fix the request. Do not retry.</li>
        <li>404: the record is deleted or belongs to another account. Do not retry.</li>
        <li>409: read the existing record.</li>
        <li>429: retry after the number of seconds in <code>Retry-After</code>.</li>
        <li>
          5xx: retry after <code>Retry-After</code>, else after 1, 5 and 30 seconds. A 502, 503 or 504 can
          have an empty body or a body that is not JSON.
        </li>
      </ul>`,
    aside: [
      jsonPanel('Error body', { error: 'BAD_REQUEST', message: 'title: required' }),
      codePanel('Handling errors', DECIDING, 'typescript'),
    ],
  };
}

const DECIDING = `if (response.status >= 500) return retryLater();
if (!response.ok) {
  const { error, message } = await response.json();
  if (error === 'NOT_FOUND') return undefined;
  throw new Error(\`\${error}: \${message}\`);
}`;

function errorTable({ enum: codes = [], ...table }: Schema): Html {
  return html`<table>
    <caption>
      Error codes
    </caption>
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Code and meaning</th>
      </tr>
    </thead>
    <tbody>
      ${codes.map((code) => errorRow(String(code), table))}
    </tbody>
  </table>`;
}

function errorRow(code: string, table: Schema): Html {
  const { 'x-enumDescriptions': meanings = {}, 'x-statuses': statuses = {} } = table;
  return html`<tr id="${errorAnchor(code)}">
    <td class="status">${statuses[code]}</td>
    <td><code class="name">${code}</code><br />${renderInlineCode(meanings[code] ?? '')}</td>
  </tr>`;
}
