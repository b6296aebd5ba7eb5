import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../../doors/door.ts';
import { addressOf } from '../../lib/http/address.ts';
import { bodyTextOf } from '../../lib/http/body.ts';
import type { RequestRecorder } from './recorder.ts';

const API = '/v1/';
/** Longer texts are kept by their beginning. */
const MOST_CHARACTERS = 16_384;

/** Records every request of a live key or token; never waits for the write. */
export function watchRequests(server: FastifyInstance, recorder: RequestRecorder): void {
  const answers = new WeakMap<FastifyRequest, string>();
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isWatched(request)) answers.set(request, begin(payload));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    done();
    const caller = isWatched(request) ? callerOf(request) : undefined;
    if (!caller) return;
    const { account_id, credential_id, client_id = null } = caller;
    recorder.record({
      account_id,
      credential_id,
      client_id,
      request_id: request.id,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: addressOf(request),
      user_agent: request.headers['user-agent'] ?? '',
      body: bodyOf(request),
      answer: answers.get(request),
    });
  });
}

function isWatched(request: FastifyRequest): boolean {
  return request.url.startsWith(API);
}

function bodyOf(request: FastifyRequest): string | undefined {
  const text = bodyTextOf(request);
  return text === undefined ? undefined : begin(text);
}

/** Holds the whole text until the request is over and its record is a copy. */
function begin(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : text.slice(0, MOST_CHARACTERS);
}
