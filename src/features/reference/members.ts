import { html, joinHtml, type Html } from '../../lib/text/html.ts';
import { typesOf, variantsOf, type Schema } from '../../lib/schema/openapi.ts';
import { describeSchemaLimits, describeSchemaType } from './schemaText.ts';
import { renderInlineCode } from './text.ts';

export type SchemaMember = { name: string; schema: Schema; required: boolean; description?: string };

export type MemberOptions = {
  /** The prefix of the rows' anchors. */
  anchor: string;
  /** True to mark required members. */
  shows_required: boolean;
};

export function membersOf({ properties = {}, required = [] }: Schema): SchemaMember[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

export function renderMembers(members: readonly SchemaMember[], options: MemberOptions): Html {
  return html`<ul class="members">
    ${members.map((member) => renderMember(member, options))}
  </ul>`;
}

/** Renders the members of a request or response body. If the schema has several variants, each variant is listed. */
export function renderMembersOfBody(schema: Schema, options: MemberOptions): Html {
  const forms = variantsOf(schema).filter((form) => form.properties);
  const [only] = forms;
  if (forms.length === 0)
    return html`<p>${describeSchemaType(schema)}, its members depending on what is asked.</p>`;
  if (forms.length === 1 && only) return renderMembers(membersOf(only), options);
  return html`${forms.map((form, index) => renderForm(form, index, options))}`;
}

function renderForm(form: Schema, index: number, options: MemberOptions): Html {
  const anchor = `${options.anchor}-${index + 1}`;
  return html`<p class="form-name">${form.title ?? `Form ${index + 1}`}</p>
    ${renderMembers(membersOf(form), { ...options, anchor })}`;
}

function renderMember({ name, schema, required, ...member }: SchemaMember, options: MemberOptions): Html {
  const anchor = `${options.anchor}-${name}`;
  const description = member.description ?? schema.description;
  return html`<li id="${anchor}">
    <div class="member-head">
      <code class="name">${name}</code>
      <span class="type">${describeSchemaType(schema)}</span>
      ${required && options.shows_required && html`<span class="required">required</span>`}
    </div>
    ${description !== undefined && html`<p>${renderInlineCode(description)}</p>`} ${renderFacts(schema)}
    ${renderNested(name, schema, { ...options, anchor })}
  </li>`;
}

function renderFacts(schema: Schema): Html | undefined {
  const allowed = allowedValues(schema);
  const limits = describeSchemaLimits(schema);
  const facts = [
    ...(allowed.length > 0 ? [html`${allowed.length === 1 ? 'Always' : 'One of'} ${listed(allowed)}`] : []),
    ...(limits === undefined ? [] : [limits]),
    ...(schema.default === undefined ? [] : [html`Default ${code(schema.default)}`]),
  ];
  if (facts.length === 0) return undefined;
  return html`<p class="facts">${facts.map((fact) => html`<span>${fact}</span> `)}</p>`;
}

function listed(values: readonly unknown[]): Html {
  return joinHtml(values.map(code), ', ');
}

function allowedValues(schema: Schema): unknown[] {
  const values = schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return values.filter((value) => value !== null);
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}

/** Renders the members of a nested object, or of the elements of a nested array. */
function renderNested(name: string, schema: Schema, options: MemberOptions): Html | undefined {
  const inner = innerSchema(schema);
  if (!variantsOf(inner).some((variant) => variant.properties)) return undefined;
  const is_list = inner !== schema;
  return html`<details class="nested">
    <summary>${is_list ? 'Members of each of' : 'Members of'} <code>${name}</code></summary>
    ${renderMembersOfBody(inner, options)}
  </details>`;
}

function innerSchema(schema: Schema): Schema {
  const [list] = variantsOf(schema).filter((variant) => typesOf(variant).includes('array'));
  return list?.items ?? schema;
}
