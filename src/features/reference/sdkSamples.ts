import type { ApiOperation } from '../../lib/schema/openapi.ts';
import { pythonLiteral, singleQuotedLiteral, typescriptLiteral } from './literals.ts';
import { exampleParameters } from './sampleRequest.ts';

type SampleArguments = { query: Readonly<Record<string, unknown>>; body: unknown };

/**
 * The step that a sample shows, independent of the language: read a list page by page, call an SDK method, or call an
 * operation by its name.
 */
type SampleStep =
  | { kind: 'walk'; noun: string; query: SampleArguments['query'] }
  | { kind: 'method'; method: string; values: readonly unknown[] }
  | { kind: 'name'; name: string; input: Readonly<Record<string, unknown>> };

export type SdkSamples = { typescript: string; python: string };

/**
 * Builds samples that call an operation with the SDKs. Returns undefined if the SDKs do not support the API of the
 * operation.
 */
export function buildSdkSamples(
  operation: ApiOperation,
  { url, credential, body }: { url: string; credential: string | undefined; body: unknown },
): SdkSamples | undefined {
  const { origin, pathname } = new URL(url);
  const { operationId } = operation;
  if (operationId === undefined || credential === undefined || !pathname.startsWith('/v1/')) return undefined;
  const call = METHODS[operationId] ?? callByName(operationId);
  const step = call({ query: exampleParameters(operation), body });
  return {
    typescript: typescriptSample(origin, credential, step),
    python: pythonSample(origin, credential, step),
  };
}

type Call = (given: SampleArguments) => SampleStep;

/** Operations for which the SDKs have a dedicated method. Every other operation is called by its operation id. */
const METHODS: Readonly<Record<string, Call>> = {
  listTasks: walk('tasks'),
  createTask: send('tasks.create'),
  updateTask: sendTo('tasks.update', 'task_id'),
  listSessions: walk('sessions'),
  updateSession: sendTo('sessions.update', 'session_id'),
  deleteSession: sendTo('sessions.delete', 'session_id'),
  listUsers: walk('users'),
  inviteUser: send('users.invite'),
  executeSkill: send('skills.execute'),
  listForms: walk('forms'),
  createForm: send('forms.create'),
  updateForm: sendTo('forms.update', 'id'),
  deleteForm: sendTo('forms.delete', 'id'),
  subscribeWebhook: send('webhooks.subscribe'),
  checkWebhook: sendTo('webhooks.check', 'endpoint_id'),
  unsubscribeWebhook: sendTo('webhooks.unsubscribe', 'endpoint_id'),
};

function walk(noun: string): Call {
  return ({ query }) => ({ kind: 'walk', noun, query });
}

function send(method: string): Call {
  return ({ body }) => ({ kind: 'method', method, values: [body] });
}

function sendTo(method: string, name: string): Call {
  return ({ query, body }) => ({
    kind: 'method',
    method,
    values: [query[name], ...(body === undefined ? [] : [body])],
  });
}

function callByName(name: string): Call {
  return ({ query, body }) => {
    const has_query = Object.keys(query).length > 0;
    return {
      kind: 'name',
      name,
      input: { ...(has_query && { query }), ...(body !== undefined && { body }) },
    };
  };
}

function typescriptSample(origin: string, credential: string, step: SampleStep): string {
  return [
    "import { TenantOps } from 'tenant-ops';",
    '',
    'const ops = new TenantOps({',
    `  baseUrl: ${singleQuotedLiteral(origin)},`,
    `  apiKey: process.env.${credential} ?? '',`,
    '});',
    typescriptStep(step),
  ].join('\n');
}

function typescriptStep(step: SampleStep): string {
  switch (step.kind) {
    case 'walk':
      return `for await (const { id } of ops.${step.noun}.list(${typescriptLiteral(step.query)})) console.log(id);`;
    case 'method':
      return awaiting(step.method, step.values);
    case 'name':
      return awaiting('call', [step.name, step.input]);
  }
}

function awaiting(method: string, values: readonly unknown[]): string {
  return `const answer = await ops.${method}(${values.map((value) => typescriptLiteral(value)).join(', ')});`;
}

function pythonSample(origin: string, credential: string, step: SampleStep): string {
  return [
    'import os',
    '',
    'from tenant_ops import TenantOps',
    '',
    'ops = TenantOps(',
    `    ${pythonLiteral(origin)},`,
    `    api_key=os.environ[${pythonLiteral(credential)}],`,
    ')',
    pythonStep(step),
  ].join('\n');
}

function pythonStep(step: SampleStep): string {
  switch (step.kind) {
    case 'walk': {
      const [record, query] = [step.noun.slice(0, -1), Object.keys(step.query).length > 0];
      const filter = query ? pythonLiteral(step.query) : '';
      return `for ${record} in ops.${step.noun}.list(${filter}):\n    print(${record}["id"])`;
    }
    case 'method':
      return answering(
        step.method,
        step.values.map((value) => pythonLiteral(value)),
      );
    case 'name': {
      const named = Object.entries(step.input).map(([name, value]) => `${name}=${pythonLiteral(value)}`);
      return answering('call', [pythonLiteral(step.name), ...named]);
    }
  }
}

function answering(method: string, values: readonly string[]): string {
  return `answer = ops.${method}(${values.join(', ')})`;
}
