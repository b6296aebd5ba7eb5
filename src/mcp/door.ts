import type { Caller, CredentialKind } from '../access/authenticate.ts';
import type { ApiContext } from '../access/context.ts';
import { credentialOf, identifyCaller } from '../doors/credential.ts';
import {
  declareOperation,
  authenticatedBodyLimits,
  type IncomingRequest,
  type CallerKind,
  type Door,
  type Resource,
} from '../doors/declaration.ts';
import { explainDeliveryOperation } from '../features/webhooks/log/explanation.ts';
import { EXECUTE_SKILL_DEADLINE_MS } from '../features/skills/contract.ts';
import { badRequest, Failure, forbidden } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import { answerMessage, invalidParams, McpMessage, McpReply, unknownMethod, VERSIONS } from './protocol.ts';
import { listResources, readResource } from './resources.ts';
import { listAllowedTools, callTool, makeTools, operationsIn, type McpTool } from './tools.ts';

const PATH = '/mcp';

/** The door for agents: the Model Context Protocol over streamable HTTP, without sessions and streams. */
export function agentDoor(credentials: readonly CredentialKind[], offered: readonly Resource[]): Door {
  const tools = makeTools([...operationsIn(offered), explainDeliveryOperation]);
  const POST = declareOperation(agent, {
    body: McpMessage,
    answer: McpReply,
    deadline_ms: EXECUTE_SKILL_DEADLINE_MS,
    handle: (ctx, { body }) => answerMessage(body, (method, params) => answer(tools, ctx, method, params)),
  });
  return {
    prefix: PATH,
    credentials,
    resources: [{ path: '', operations: { POST } }],
    is_internal: true,
  };
}

function answer(
  tools: readonly McpTool[],
  ctx: ApiContext,
  method: string,
  params: Record<string, unknown>,
): unknown {
  switch (method) {
    case 'initialize':
      return initialize(params);
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: listAllowedTools(tools, ctx).map(({ listed }) => listed) };
    case 'tools/call':
      return callTool(tools, ctx, params);
    case 'resources/list':
      return listResources(ctx.tools.public_url);
    case 'resources/templates/list':
      return { resourceTemplates: [] };
    case 'resources/read':
      return readResource(ctx.tools.public_url, params['uri']);
    default:
      throw unknownMethod(method);
  }
}

const INSTRUCTIONS =
  'Tenant Ops runs training with AR glasses: tasks, sessions, skills, documents and webhooks of one account. ' +
  'Lists come in pages: add limit to offset for the next one. Times are ISO-8601 in UTC, ids are UUIDs. ' +
  'The guides of the API are resources.';

function initialize({ protocolVersion }: Record<string, unknown>): object {
  if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion: is missing');
  return {
    protocolVersion: VERSIONS.find((version) => version === protocolVersion) ?? VERSIONS[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'tenant-ops', title: 'Tenant Ops', version: '1' },
    instructions: INSTRUCTIONS,
  };
}

const agent: CallerKind<Caller, ApiContext> = {
  asks_for: 'credential',
  boundsOf: authenticatedBodyLimits,
  async identify(arrival, operation) {
    assertOwnOrigin(arrival);
    const caller = await identifyCaller(arrival, operation).catch((error: unknown) => {
      throw withMetadata(error, arrival);
    });
    assertVersion(arrival);
    return caller;
  },
  async run(caller, useCase, { services }, { status }) {
    const { tools } = services;
    const { account_id, credential_id, scopes } = caller;
    const actor = { kind: 'agent', credential_id } as const;
    const db = services.databaseFor(account_id);
    const credential = credentialOf(caller);
    const reply = await useCase({ db, account_id, actor, scopes, credential, now: tools.clock.now(), tools });
    if (reply === undefined) return { status: 202, text: '', replayed: false };
    return { status, text: JSON.stringify(reply), replayed: false };
  },
};

/** Rejects requests from pages of other origins. The MCP specification requires this check against DNS rebinding. */
function assertOwnOrigin({ request, services }: IncomingRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== new URL(services.tools.public_url).origin)
    throw forbidden('Origin', untranslated('must be that of this service'));
}

function assertVersion({ request }: IncomingRequest): void {
  const version = request.headers['mcp-protocol-version'];
  if (version !== undefined && !VERSIONS.some((one) => one === version))
    throw badRequest('MCP-Protocol-Version', untranslated(`must be one of ${VERSIONS.join(', ')}`));
}

/** Adds the address of the OAuth metadata to the challenge, so that a client without a credential can get one. */
function withMetadata(error: unknown, { services }: IncomingRequest): unknown {
  if (!(error instanceof Failure) || !('WWW-Authenticate' in error.headers)) return error;
  const { public_url } = services.tools;
  const challenge = `Bearer resource_metadata="${public_url}/.well-known/oauth-protected-resource${PATH}"`;
  return new Failure(error.code, error.message, { 'WWW-Authenticate': challenge });
}
