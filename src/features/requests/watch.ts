import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownCaller } from '../../doors/declaration.ts';
import { callerOf } from '../../doors/door.ts';
import { addressOf } from '../../lib/http/address.ts';
import { bodyTextOf } from '../../lib/http/body.ts';
import { handlingMs } from '../../lib/http/reply.ts';
import { truncateText } from './redact.ts';
import type { RequestRecorder, SeenRequest } from './recorder.ts';

/** The paths whose requests are logged: the API and the MCP door. */
const WATCHED = ['/v1/', '/mcp'];
/** Reading the log would add to what is read. */
const UNWATCHED = /^\/v1\/requests(?:\?|$)/;
/** Longer texts are kept by their beginning. */
const MOST_CHARACTERS = 16_384;

/** Finds who sent a request that no operation took. */
type FindCaller = (request: FastifyRequest) => Promise<KnownCaller | undefined>;

/**
 * Records every request of a key or token that is known, also of one that is refused or that went to no path;
 * never waits for the write.
 */
export function watchRequests(
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

type Seen = Omit<SeenRequest, 'account_id' | 'credential_id' | 'client_id' | 'refusal'>;

function requestOf(caller: KnownCaller, seen: Seen): SeenRequest {
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
    address: addressOf(request),
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

/** Holds the whole text until the request is over and its record is a copy. */
const begin = (text: string) => truncateText(text, MOST_CHARACTERS);
