import { html, joinHtml, type Html, type HtmlValue } from '../../lib/text/html.ts';
import {
  errorCodesIn,
  METHODS,
  type ApiDocument,
  type ApiOperation,
  type ApiResponse,
} from '../../lib/schema/openapi.ts';
import { errorAnchor, operationAnchor, scopeAnchor, tagAnchor } from './anchors.ts';
import type { ReferenceChapter, ReferenceSection } from './chapter.ts';
import { jsonPanel, samplePanel } from './code.ts';
import { buildExample } from './example.ts';
import { renderMembersOfBody, renderMembers } from './members.ts';
import { renderRequestSamples, type SampleRequest } from './samples.ts';
import { exampleBody, exampleUrl, knownValuesOfRequest } from './sampleRequest.ts';
import { buildSdkSamples } from './sdkSamples.ts';
import { renderInlineCode, renderParagraphs } from './text.ts';

export type ReferenceOperation = { path: string; method: string; operation: ApiOperation };

/** Lists all operations in the order of the OpenAPI document. */
export function operationsOf({ paths }: ApiDocument): ReferenceOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
    }),
  );
}

/** Builds one chapter for each tag of the OpenAPI document. */
export function resourceChapters(document: ApiDocument): ReferenceChapter[] {
  const operations = operationsOf(document);
  const chapters = document.tags.map(({ name, description }) => ({
    id: tagAnchor(name),
    title: name,
    lead: description === undefined ? undefined : renderParagraphs(description),
    sections: operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map((placed) => operationSection(document, placed)),
  }));
  return chapters.filter(({ sections }) => sections.length > 0);
}

function operationSection(document: ApiDocument, placed: ReferenceOperation): ReferenceSection {
  const { path, method, operation } = placed;
  const id = operationAnchor(method, path);
  return {
    id,
    title: operation.summary,
    method,
    prose: html`<p class="endpoint">${methodBadge(method)} <code>${breakable(path)}</code></p>
      ${renderDescription(operation)} ${renderNeeds(operation)} ${renderQuery(operation, id)}
      ${renderRequestBody(operation, id)} ${renderAnswer(operation, id)} ${renderErrors(operation)}`,
    aside: renderAside(document, placed),
  };
}

/** Renders the description without a leading summary, because the summary is already the title. */
function renderDescription({ summary, description = '' }: ApiOperation): Html | undefined {
  const rest = description.startsWith(summary) ? description.slice(summary.length + 2) : description;
  return rest === '' ? undefined : renderParagraphs(rest);
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Allows line breaks after the slashes of a path, for narrow screens. */
function breakable(path: string): Html {
  return joinHtml(path.split('/'), html`/<wbr />`);
}

function renderNeeds({ security, parameters }: ApiOperation): Html {
  const scopes = new Set(security.flatMap((option) => Object.values(option).flat()));
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  return html`<ul class="needs">
    <li>${scopeSentence([...scopes], security.length > 0)}</li>
    ${
      takesKey &&
      html`<li>
        Takes an <a href="#idempotency"><code>Idempotency-Key</code></a>
      </li>`
    }
  </ul>`;
}

function scopeSentence(scopes: readonly string[], needs_credential: boolean): Html {
  const links = scopes.map((scope) => html`<a href="#${scopeAnchor(scope)}"><code>${scope}</code></a>`);
  if (links.length > 0) return html`Scope ${joinHtml(links, ', ')}`;
  return html`${needs_credential ? 'Any live credential' : 'No credential'}`;
}

function renderQuery({ parameters }: ApiOperation, id: string): Html | undefined {
  const members = parameters.filter((parameter) => parameter.in !== 'header');
  if (members.length === 0) return undefined;
  return html`<h4>Query parameters</h4>
    ${renderMembers(members, { anchor: `${id}-query`, shows_required: true })}`;
}

function renderRequestBody({ requestBody }: ApiOperation, id: string): Html | undefined {
  if (!requestBody) return undefined;
  const { schema } = requestBody.content['application/json'];
  return html`<h4>Body</h4>
    ${renderMembersOfBody(schema, { anchor: `${id}-body`, shows_required: true })}`;
}

function renderAnswer(operation: ApiOperation, id: string): Html | undefined {
  const { status, response } = answerOf(operation);
  const schema = response?.content?.['application/json']?.schema;
  if (!schema) return undefined;
  return html`<details class="answer">
    <summary>
      <h4>Response members</h4>
      <span class="status">${status}</span>
    </summary>
    ${renderMembersOfBody(schema, { anchor: `${id}-answer`, shows_required: false })}
  </details>`;
}

function answerOf({ responses }: ApiOperation): { status: string; response?: ApiResponse } {
  const [status = '', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  return { status, ...(response && { response }) };
}

function renderErrors({ responses }: ApiOperation): Html {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`<h4>Errors</h4>
    <ul class="refusals">
      ${refusals.map(
        ([status, response]) =>
          html`<li><span class="status">${status}</span> <span>${renderFailure(response)}</span></li>`,
      )}
    </ul>`;
}

function renderFailure(response: ApiResponse): Html {
  const codes = errorCodesIn(response.content?.['application/json']?.schema ?? {});
  return codes.length === 0
    ? renderInlineCode(response.description)
    : joinHtml(codes.map(errorLink), html`<br />`);
}

function errorLink(code: string): Html {
  return html`<a href="#${errorAnchor(code)}"><code>${code}</code></a>`;
}

function renderAside(document: ApiDocument, { path, method, operation }: ReferenceOperation): HtmlValue {
  const body = exampleBody(operation);
  const url = exampleUrl(document, path, operation);
  const { status, response } = answerOf(operation);
  const content = response?.content?.['application/json'];
  const answer =
    content && (content.example ?? buildExample(content.schema, knownValuesOfRequest(operation, body)));
  const credential = credentialVariable(operation);
  const sdk = buildSdkSamples(operation, { url, credential, body });
  const samples = renderRequestSamples({ method, url, credential, body, sdk });
  return [
    samplePanel('Request', samples),
    answer !== undefined && jsonPanel(html`Response <span class="status">${status}</span>`, answer),
    renderTrial({ method, url: url.slice(document.servers[0]?.url.length ?? 0), credential, body }),
  ];
}

/** Renders the placeholder in which `try.js` adds the form that sends the request. */
function renderTrial({ method, url, credential, body }: SampleRequest): Html {
  return html`<div
    class="try"
    data-method="${method}"
    data-url="${url}"
    ${credential !== undefined && html`data-needs-key`}
    ${body !== undefined && html`data-body="${JSON.stringify(body, null, 2)}"`}
  ></div>`;
}

/** Returns the name of the environment variable from which a sample reads its credential. */
export function credentialVariable({ security }: ApiOperation): string | undefined {
  const [scheme] = security.flatMap((option) => Object.keys(option));
  if (scheme === undefined) return undefined;
  return `TENANT_OPS_${scheme.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
