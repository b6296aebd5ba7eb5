import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallerForLog } from '../../doors/declaration.ts';
import { callerOf } from '../../doors/door.ts';
import { clientAddressOf } from '../../lib/http/address.ts';
import { bodyTextOf } from '../../lib/http/body.ts';
import { handlingMs } from '../../lib/http/reply.ts';
import { truncateText } from './redact.ts';
import type { RequestRecorder, RequestBeforeRedaction } from './recorder.ts';

/** The path prefixes whose requests are logged: the API and MCP. */
const WATCHED = ['/v1/', '/mcp'];
/** Requests that read the log itself, which are not logged. */
const UNWATCHED = /^\/v1\/requests(?:\?|$)/;
/** The maximum length of a body in memory; longer bodies are truncated. */
const MOST_CHARACTERS = 16_384;

/** Finds the caller of a request to an unknown path. */
type FindCaller = (request: FastifyRequest) => Promise<CallerForLog | undefined>;

/**
 * Records every request with a known key or token, including rejected requests and requests to unknown paths. The
 * response does not wait for the write.
 */
export function recordRequests(
  server: FastifyInstance,
  recorder: RequestRecorder,
  findCaller: FindCaller,
): void {
  const answers = new WeakMap<FastifyRequest, string>();
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isWatched(request)) answers.set(request, begin(payload));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    done();
    if (!isWatched(request)) return;
    const seen = { ...seenOf(request, reply), answer: answers.get(request) };
    const caller = callerOf(request);
    if (caller) recorder.record(requestOf(caller, seen));
    else if (request.is404 && request.headers.authorization !== undefined)
      recorder.recordLater(async () => {
        const found = await findCaller(request);
        return found && requestOf(found, seen);
      });
  });
}

type Seen = Omit<RequestBeforeRedaction, 'account_id' | 'credential_id' | 'client_id' | 'refusal'>;

function requestOf(caller: CallerForLog, seen: Seen): RequestBeforeRedaction {
  const { account_id, credential_id, client_id = null, refusal = null } = caller;
  return { ...seen, account_id, credential_id, client_id, refusal };
}

function seenOf(request: FastifyRequest, reply: FastifyReply): Omit<Seen, 'answer'> {
  return {
    request_id: request.id,
    method: request.method,
    url: request.url,
    status: reply.statusCode,
    ms: Math.round(handlingMs(reply) * 10) / 10,
    address: clientAddressOf(request),
    user_agent: request.headers['user-agent'] ?? '',
    body: bodyOf(request),
  };
}

function isWatched(request: FastifyRequest): boolean {
  return WATCHED.some((path) => request.url.startsWith(path)) && !UNWATCHED.test(request.url);
}

function bodyOf(request: FastifyRequest): string | undefined {
  const text = bodyTextOf(request);
  return text === undefined ? undefined : begin(text);
}

/**
 * Truncates a body. The result keeps the whole body in memory until the end of the request, when `redactBody` copies
 * it.
 */
const begin = (text: string) => truncateText(text, MOST_CHARACTERS);
