import { html } from '../../../lib/text/html.ts';
import type { ApiDocument } from '../../../lib/schema/openapi.ts';
import type { ReferenceSection } from '../chapter.ts';
import { jsonPanel } from '../code.ts';

export function limitsSection({ 'x-limits': held }: ApiDocument): ReferenceSection {
  return {
    id: 'limits',
    title: 'Limits',
    prose: html`<p>
        The maximum number of records per account. Beyond it, a request gets a <code>BAD_REQUEST</code> that
        names the limit. Delete or revoke records that you no longer need. Tasks, sessions and form
        submissions are not limited in number.
      </p>
      <table>
        <thead>
          <tr>
            <th>Record</th>
            <th>Maximum</th>
            <th>Counted</th>
          </tr>
        </thead>
        <tbody>
          ${held.map(
            ({ name, most, about }) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td>${most}</td>
                <td>${about}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    aside: jsonPanel('Limit exceeded', { error: 'BAD_REQUEST', message: 'forms: at most 1,000 per account' }),
  };
}
