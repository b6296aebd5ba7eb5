import type { ApiContext } from '../access/context.ts';
import type { Operation, Resource, UnvalidatedInput } from '../doors/declaration.ts';
import { timeoutFailure } from '../doors/door.ts';
import { badRequest, Failure } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import type { Schema } from '../lib/schema/openapi.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import { truncateRows, withoutMembers } from './answers.ts';
import { annotationsOf, CATALOGUE, type ToolDeclaration } from './catalogue.ts';
import { invalidParams } from './protocol.ts';
import { toolInputSchemaOf, MOST_ROWS, toolOutputSchemaOf, DEFAULT_ROWS } from './schemas.ts';

type Arguments = Record<string, unknown>;

export type McpTool = {
  name: string;
  /** The description of the tool in the response of `tools/list`. */
  listed: object;
  scope: Operation['scope'];
  call(ctx: ApiContext, sent: Arguments): Promise<object>;
};

/** Makes the tools of the catalogue from the operations of the API. */
export function makeTools(operations: readonly Operation[]): readonly McpTool[] {
  const known = new Map(operations.map((operation) => [operation.operation_id, operation]));
  return Object.entries(CATALOGUE).map(([name, entry]) => makeTool(name, entry, known.get(entry.operation)));
}

export function operationsIn(resources: readonly Resource[]): Operation[] {
  return resources.flatMap(({ operations }) => Object.values(operations));
}

function makeTool(name: string, entry: ToolDeclaration, operation: Operation | undefined): McpTool {
  const { effect, description, unasked = [], hidden = [] } = entry;
  const perform = operation?.runByKey;
  if (!operation || !perform) throw new Error(`the tool ${name} has no operation ${entry.operation}`);
  const inputSchema = toolInputSchemaOf(operation, unasked);
  const asked = Object.keys(Object(operation.query).properties ?? {});
  return {
    name,
    listed: {
      name,
      description,
      inputSchema,
      outputSchema: toolOutputSchemaOf(operation, hidden),
      annotations: annotationsOf(effect),
    },
    scope: operation.scope,
    async call(ctx, sent) {
      const input = keepOfferedArguments(sent, inputSchema);
      const answer = await withTimeout(
        operation.deadline_ms,
        perform(ctx, splitInput(input, asked)),
        timeoutFailure,
      );
      return truncateRows(withoutMembers(answer, hidden));
    },
  };
}

/** Keeps the arguments that the tool offers, and sets a page size that fits the context of a model. */
function keepOfferedArguments(sent: Arguments, { properties = {} }: Schema): Arguments {
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(properties, name));
  const { limit = DEFAULT_ROWS, ...input }: Arguments = Object.fromEntries(known);
  if (!('limit' in properties)) return input;
  if (typeof limit === 'number' && limit > MOST_ROWS)
    throw badRequest('limit', untranslated(`must be at most ${MOST_ROWS}`));
  return { ...input, limit };
}

/** Splits the arguments into query and body. Query members become text, as in a URL. */
function splitInput(input: Arguments, asked: readonly string[]): UnvalidatedInput {
  const query = Object.entries(input)
    .filter(([name, value]) => asked.includes(name) && value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  const body = Object.entries(input).filter(([name]) => !asked.includes(name));
  return { query: Object.fromEntries(query), body: Object.fromEntries(body) };
}

/** The tools that the scopes of a caller allow. */
export function listAllowedTools(tools: readonly McpTool[], { scopes }: ApiContext): readonly McpTool[] {
  return tools.filter(({ scope }) => scope === null || scopes.includes(scope));
}

/** Runs a tool. The model gets failures as results with `isError`, so that it can correct its input. */
export async function callTool(
  tools: readonly McpTool[],
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

function assertAllowed({ scopes }: ApiContext, { scope }: McpTool): void {
  if (scope !== null && !scopes.includes(scope))
    throw new Failure('INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
}

function textOf(value: object): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}
