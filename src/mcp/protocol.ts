import { Type, type Static } from '../lib/schema/type.ts';
import { Input } from '../lib/schema/schema.ts';

/** The supported versions of MCP, newest first; the client chooses one. */
export const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const MOST_PARAMS_CHARACTERS = 300 * 1_024;
const MOST_URI_CHARACTERS = 200;

/** A JSON-RPC 2.0 message. A message without an id is a notification and gets no response. */
export const McpMessage = Input({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Integer()])),
  method: Type.Optional(Type.String({ maxLength: 100 })),
  params: Type.Optional(Type.Unknown({ 'x-max-characters': MOST_PARAMS_CHARACTERS })),
});
export type McpMessage = Static<typeof McpMessage>;

/** A JSON-RPC response; its result depends on the method. */
export const McpReply = Type.Unknown();

type Problem = { code: number; message: string };

/** A protocol error. Errors of a tool are part of its result instead. */
class ProtocolFault extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ProtocolFault';
    this.problem = problem;
  }
}

export const unknownMethod = (method: string) =>
  new ProtocolFault({ code: -32_601, message: `There is no method ${method}` });
export const unknownResource = (uri: string) =>
  new ProtocolFault({ code: -32_002, message: `There is no resource ${uri.slice(0, MOST_URI_CHARACTERS)}` });
export const invalidParams = (message: string) => new ProtocolFault({ code: -32_602, message });

type Answering = (method: string, params: Record<string, unknown>) => unknown;

/**
 * Returns undefined for messages that get no response: notifications, and responses of the client, to which the server
 * never sends requests.
 */
export async function answerMessage({ id, method, params }: McpMessage, answer: Answering): Promise<unknown> {
  if (method === undefined || id === undefined) return undefined;
  try {
    return { jsonrpc: '2.0', id, result: await answer(method, membersOf(params)) };
  } catch (error) {
    if (error instanceof ProtocolFault) return { jsonrpc: '2.0', id, error: error.problem };
    throw error;
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
