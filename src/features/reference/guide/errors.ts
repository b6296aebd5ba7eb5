import { html, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument, Schema } from '../../../lib/schema/openapi.ts';
import { errorAnchor } from '../anchors.ts';
import type { Section } from '../chapter.ts';
import { codePanel, jsonPanel } from '../code.ts';
import { inline } from '../text.ts';

export function errors({ components }: ApiDocument): Section {
  const codes = components.schemas['Error']?.properties?.['error'] ?? {};
  return {
    id: 'errors',
    title: 'Errors',
    prose: html`<p>
        The status tells the kind of failure, the code narrows it. The body of every failure has exactly two
        members: <code>error</code>, the code to decide by, and <code>message</code>, a sentence for people
        and logs whose wording may change.
      </p>
      ${errorTable(codes)}
      <h4>What to do</h4>
      <ul class="plain">
        <li>400, 401, 403: mend the request; sending it again does not help.</li>
        <li>404: do not retry blindly, the record may be gone for good.</li>
        <li>409: look up the record that is there already.</li>
        <li>
          5xx: passing; retry with growing pauses, about 1, 5 and 30 seconds. What stands between you and us
          may answer 502, 503 or 504 with no JSON body.
        </li>
      </ul>`,
    aside: [
      jsonPanel('Body of a failure', { error: 'BAD_REQUEST', message: 'title: required' }),
      codePanel('Deciding by the code', DECIDING, 'typescript'),
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
    <td><code class="name">${code}</code><br />${inline(meanings[code] ?? '')}</td>
  </tr>`;
}
