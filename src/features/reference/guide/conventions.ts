import { html, type Html } from '../../../lib/text/html.ts';
import type { ApiDocument, Parameter } from '../../../lib/schema/openapi.ts';
import type { ReferenceSection } from '../chapter.ts';
import { codePanel } from '../code.ts';
import { renderMembers } from '../members.ts';
import { operationsOf } from '../operations.ts';
import { renderInlineCode } from '../text.ts';

export function paginationSection(document: ApiDocument): ReferenceSection {
  const parameters = parametersNamed(document, ['limit', 'offset']);
  return {
    id: 'pagination',
    title: 'Pagination',
    prose: html`<p>
        Lists are paginated. <code>limit</code> is the size of a page, <code>offset</code> the number of
        records before it. A value outside its range is a <code>BAD_REQUEST</code>. The response repeats both,
        and most lists add <code>total</code>, the number of matching records.
      </p>
      ${parameters.length > 0 && renderMembers(parameters, { anchor: 'pagination', shows_required: true })}
      <p>
        Most lists start with the newest record. If records are created while you read, earlier records move
        to later pages: filter by time, or skip records whose <code>id</code> you already have.
      </p>`,
    aside: codePanel('All pages', ALL_PAGES, 'typescript'),
  };
}

const ALL_PAGES = `let tasks = [];
for (let offset = 0, total = 1; offset < total; offset += 100) {
  const page = await get(\`api-tenant-tasks?limit=100&offset=\${offset}\`);
  tasks = tasks.concat(page.tasks);
  total = page.total;
}`;

/** Finds parameters by name in the first list operation that has all of them. All lists share one declaration. */
function parametersNamed(document: ApiDocument, names: readonly string[]): Parameter[] {
  const lists = operationsOf(document).map(({ operation }) => operation.parameters);
  const first = lists.find((parameters) =>
    names.every((name) => parameters.some((parameter) => parameter.name === name)),
  );
  return (first ?? []).filter(({ name }) => names.includes(name));
}

export function idempotencySection(document: ApiDocument): ReferenceSection {
  const [key] = parametersNamed(document, ['Idempotency-Key']);
  return {
    id: 'idempotency',
    title: 'Idempotency keys',
    prose: html`<p>
        If the response to a POST is lost, you cannot know whether the service processed the request. Send a
        unique <code>Idempotency-Key</code>, for example a UUID, and repeat the request with the same key. The
        service processes it once.
      </p>
      ${key && keyRows(key)}
      <ul class="plain">
        <li>Same key, same request: the first response again.</li>
        <li>Same key, other request: 400 <code>BAD_REQUEST</code>.</li>
        <li>Same key while the first request is running: 409 <code>CONFLICT</code>.</li>
        <li>A failed request releases its key.</li>
      </ul>
      <p>
        Keys are optional and valid for 24 hours. Other methods need none: a repetition leads to the same
        state.
      </p>`,
    aside: codePanel('Sending a key', SENDING_A_KEY, 'http'),
  };
}

const SENDING_A_KEY = `POST /v1/api-tenant-tasks
Idempotency-Key: 0f6c1f52-6f0e-4d0b-9c39-2f8f1b0a7d11`;

function keyRows({ name, description = '', schema }: Parameter): Html {
  return html`<ul class="members">
    <li>
      <div class="member-head"><code class="name">${name}</code> <span class="type">header</span></div>
      <p>${renderInlineCode(description)}</p>
      <p class="facts">${schema.minLength} to ${schema.maxLength} visible ASCII characters</p>
    </li>
  </ul>`;
}
