import { html } from '../../../lib/text/html.ts';
import type { ApiDocument } from '../../../lib/schema/openapi.ts';
import type { Section } from '../chapter.ts';
import { jsonPanel } from '../code.ts';

export function limits({ 'x-limits': held }: ApiDocument): Section {
  return {
    id: 'limits',
    title: 'Limits',
    prose: html`<p>
        The most that one account may hold. One more is a <code>BAD_REQUEST</code> that names the limit;
        delete or revoke what is no longer needed. Tasks, sessions and filled forms are not limited in number.
      </p>
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th>At most</th>
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
    aside: jsonPanel('Beyond a limit', { error: 'BAD_REQUEST', message: 'forms: at most 1,000 an account' }),
  };
}
