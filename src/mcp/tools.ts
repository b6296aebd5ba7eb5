import type { ApiContext } from '../access/context.ts';
import type { Operation, Resource, RequestInput } from '../doors/declaration.ts';
import { timeoutFailure } from '../doors/door.ts';
import { badRequest, Failure } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import type { Schema } from '../lib/schema/openapi.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import { truncateRows, withoutMembers } from './answers.ts';
import { annotationsOf, CATALOGUE, type Entry } from './catalogue.ts';
import { invalidParams } from './protocol.ts';
import { inputOf, MOST_ROWS, outputOf, DEFAULT_ROWS } from './schemas.ts';

type Arguments = Record<string, unknown>;

export type Tool = {
  name: string;
  /** The tool in the list that clients get. */
  listed: object;
  scope: Operation['scope'];
  call(ctx: ApiContext, sent: Arguments): Promise<object>;
};

/** The tools of the catalogue, over the operations of other doors. */
export function makeTools(operations: readonly Operation[]): readonly Tool[] {
  const known = new Map(operations.map((operation) => [operation.operation_id, operation]));
  return Object.entries(CATALOGUE).map(([name, entry]) => makeTool(name, entry, known.get(entry.operation)));
}

export function operationsIn(resources: readonly Resource[]): Operation[] {
  return resources.flatMap(({ operations }) => Object.values(operations));
}

function makeTool(name: string, entry: Entry, operation: Operation | undefined): Tool {
  const { effect, description, unasked = [], hidden = [] } = entry;
  const perform = operation?.performByKey;
  if (!operation || !perform) throw new Error(`the tool ${name} has no operation ${entry.operation}`);
  const inputSchema = inputOf(operation, unasked);
  const asked = Object.keys(Object(operation.query).properties ?? {});
  return {
    name,
    listed: {
      name,
      description,
      inputSchema,
      outputSchema: outputOf(operation, hidden),
      annotations: annotationsOf(effect),
    },
    scope: operation.scope,
    async call(ctx, sent) {
      const input = offered(sent, inputSchema);
      const answer = await withTimeout(
        operation.deadline_ms,
        perform(ctx, splitInput(input, asked)),
        timeoutFailure,
      );
      return truncateRows(withoutMembers(answer, hidden));
    },
  };
}

/** The arguments that the tool knows, with a page size that fits. */
function offered(sent: Arguments, { properties = {} }: Schema): Arguments {
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(properties, name));
  const { limit = DEFAULT_ROWS, ...input }: Arguments = Object.fromEntries(known);
  if (!('limit' in properties)) return input;
  if (typeof limit === 'number' && limit > MOST_ROWS)
    throw badRequest('limit', untranslated(`must be <= ${MOST_ROWS}`));
  return { ...input, limit };
}

/** The members of a query are text, as a URL has them. */
function splitInput(input: Arguments, asked: readonly string[]): RequestInput {
  const query = Object.entries(input)
    .filter(([name, value]) => asked.includes(name) && value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  const body = Object.entries(input).filter(([name]) => !asked.includes(name));
  return { query: Object.fromEntries(query), body: Object.fromEntries(body) };
}

/** The tools that the scopes of a caller allow. */
export function allowedOf(tools: readonly Tool[], { scopes }: ApiContext): readonly Tool[] {
  return tools.filter(({ scope }) => scope === null || scopes.includes(scope));
}

/** Runs a tool; the model gets its failures as answers, so that it can try again. */
export async function callTool(
  tools: readonly Tool[],
  ctx: ApiContext,
  { name, arguments: sent = {} }: Record<string, unknown>,
): Promise<object> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw invalidParams(`There is no tool ${String(name).slice(0, 100)}`);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalidParams('arguments: must be an object');
  try {
    assertAllowed(ctx, tool);
    const structuredContent = await tool.call(ctx, { ...sent });
    return { content: [textOf(structuredContent)], structuredContent };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { content: [textOf({ error: error.code, message: error.message })], isError: true };
  }
}

function assertAllowed({ scopes }: ApiContext, { scope }: Tool): void {
  if (scope !== null && !scopes.includes(scope))
    throw new Failure('INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
}

function textOf(value: object): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}
