import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, internalError } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';
import { leavingSignal } from '../lib/http/closing.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { park as parkReply } from '../lib/http/reply.ts';
import { assertStorable } from '../lib/http/text.ts';
import { answerCheck } from '../lib/http/validate.ts';
import { trackRequestWrites, markRetrySafe } from '../lib/sql/retrySafety.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import {
  methodsOf,
  type OperationResult,
  type IncomingRequest,
  type Door,
  type KnownCaller,
  type Method,
  type Operation,
  type Resource,
} from './declaration.ts';
import { sendDownload } from './download.ts';
import type { DoorServices } from './services.ts';

const IDENTIFY_TIMEOUT_MS = 2_600;

/** The data about a request that is known before its body is read. */
type Identified = {
  caller?: KnownCaller;
  run?: () => Promise<OperationResult>;
  /** The time that identifying took, counted against the deadline. */
  spent_ms: number;
};

const identified = new WeakMap<FastifyRequest, Identified>();

/** The caller of a request, for the log. */
export function callerOf(request: FastifyRequest): KnownCaller | undefined {
  return identified.get(request)?.caller;
}

export function openDoor(
  server: FastifyInstance,
  paths: PathTable,
  door: Door,
  services: DoorServices,
): void {
  for (const resource of door.resources) {
    paths.set(door.prefix + resource.path, methodsOf(resource));
    for (const method of methodsOf(resource)) addRoute(server, { door, resource, method }, services);
  }
}

type Place = { door: Door; resource: Resource; method: Method };

function addRoute(server: FastifyInstance, { door, resource, method }: Place, services: DoorServices): void {
  const operation = resource.operations[method];
  if (!operation) return;
  const answer = answering(operation, services);
  const adapt = door.is_without_429 ? asBadRequest : (error: unknown) => error;
  const { bytes, values } = operation.boundsOf(resource);
  server.route({
    method,
    url: door.prefix + resource.path,
    bodyLimit: bytes,
    config: {
      takes_forms: resource.takes_forms ?? false,
      most_values: values,
      door: door.prefix,
      // Only the dashboard's door finds sign-ins, and its pages word refusals themselves.
      tells_details: door.findSignIn !== undefined,
      ...(operation.operation_id !== undefined && { operation_id: operation.operation_id }),
    },
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const tell = (headers: Record<string, string>) => void reply.headers(headers);
      const park = () => {
        parkReply(reply.raw);
        return leavingSignal(server, reply.raw);
      };
      await identify(operation, { request, door, services, tell, park });
    },
    handler: (request, reply) =>
      answer(request, reply).catch((error: unknown) => {
        throw adapt(error);
      }),
  });
}

function asBadRequest(error: unknown): unknown {
  return error instanceof Failure && error.code === 'TOO_MANY_REQUESTS'
    ? new Failure('BAD_REQUEST', error.message)
    : error;
}

/** 401 and 403: decided without reading the body. */
async function identify(operation: Operation, arrival: Omit<IncomingRequest, 'note'>): Promise<void> {
  const started_ms = performance.now();
  const known: Identified = { spent_ms: 0 };
  identified.set(arrival.request, known);
  const note = (caller: KnownCaller) => void (known.caller = caller);
  const found = operation.identify({ ...arrival, note });
  const { patience = 1 } = arrival.services;
  known.run = await withTimeout(IDENTIFY_TIMEOUT_MS * patience, found, retrySafeTimeout);
  known.spent_ms = performance.now() - started_ms;
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Input 400, then the verb. */
function answering(
  { answer, deadline_ms }: Operation,
  { check_answers, patience = 1 }: DoorServices,
): Answering {
  const check = check_answers ? answerCheck(answer) : undefined;

  return async (request, reply) => {
    assertStorable(request.query, 'query');
    const known = identified.get(request);
    if (!known?.run) throw new Error('a request reached its verb without a caller');
    const tooLate = request.method === 'GET' ? retrySafeTimeout : timeoutFailure;
    const answered = await withTimeout(
      deadline_ms * patience - known.spent_ms,
      trackRequestWrites(known.run),
      tooLate,
    );
    reply.code(answered.status);
    if ('download' in answered) return sendDownload(reply, answered.download);
    const { text, replayed } = answered;
    if (text === '') return reply.send();
    const undeclared = check?.(JSON.parse(text));
    if (undeclared) throw new Error(`undeclared answer: ${JSON.stringify(undeclared)}`);
    if (replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.type('application/json; charset=utf-8').send(text);
  };
}

export function timeoutFailure(): Failure {
  return internalError(doorReasons.took_too_long);
}

/** Too late with nothing written: who called was not known yet, or only asked. */
export function retrySafeTimeout(): Failure {
  return markRetrySafe(timeoutFailure());
}
