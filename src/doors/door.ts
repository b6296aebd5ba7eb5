import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, internalError } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';
import { disconnectSignal } from '../lib/http/closing.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { startWaiting as markWaiting } from '../lib/http/reply.ts';
import { assertStorable } from '../lib/http/text.ts';
import { createAnswerCheck } from '../lib/http/validate.ts';
import { trackRequestWrites, markRetrySafe } from '../lib/sql/retrySafety.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import {
  methodsOf,
  type OperationResult,
  type IncomingRequest,
  type Door,
  type CallerForLog,
  type Method,
  type Operation,
  type Resource,
} from './declaration.ts';
import { sendDownload } from './download.ts';
import type { DoorServices } from './services.ts';

/*
 * Serves the operations of a door. Each request has three steps: identify the caller (401, 403) before the body is
 * read, validate the input (400), run the operation. Identification and operation have time limits, so that a client
 * gets a response even if the database does not respond. If the timed-out step has certainly written nothing, the
 * response is a 503, which is safe to retry; otherwise it is a 500.
 */

const IDENTIFY_TIMEOUT_MS = 2_600;

/** The result of identifying the caller, before the body is read. */
type Identified = {
  caller?: CallerForLog;
  run?: () => Promise<OperationResult>;
  /** The time that the identification took; it is subtracted from the deadline. */
  spent_ms: number;
};

const identified = new WeakMap<FastifyRequest, Identified>();

export function callerOf(request: FastifyRequest): CallerForLog | undefined {
  return identified.get(request)?.caller;
}

export function registerDoor(
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

type RouteEntry = { door: Door; resource: Resource; method: Method };

function addRoute(
  server: FastifyInstance,
  { door, resource, method }: RouteEntry,
  services: DoorServices,
): void {
  const operation = resource.operations[method];
  if (!operation) return;
  const answer = createHandler(operation, services);
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
      // Only the dashboard needs structured error details, because its pages translate error messages.
      tells_details: door.findSignIn !== undefined,
      ...(operation.operation_id !== undefined && { operation_id: operation.operation_id }),
    },
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const setHeaders = (headers: Record<string, string>) => void reply.headers(headers);
      const startWaiting = () => {
        markWaiting(reply.raw);
        return disconnectSignal(server, reply.raw);
      };
      await identify(operation, { request, door, services, setHeaders, startWaiting });
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

/** Identifies the caller. It throws 401 and 403 before the body is read. */
async function identify(operation: Operation, arrival: Omit<IncomingRequest, 'noteCaller'>): Promise<void> {
  const started_ms = performance.now();
  const known: Identified = { spent_ms: 0 };
  identified.set(arrival.request, known);
  const noteCaller = (caller: CallerForLog) => void (known.caller = caller);
  const found = operation.identify({ ...arrival, noteCaller });
  const { deadline_factor = 1 } = arrival.services;
  known.run = await withTimeout(IDENTIFY_TIMEOUT_MS * deadline_factor, found, retrySafeTimeoutFailure);
  known.spent_ms = performance.now() - started_ms;
}

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Creates the handler that validates the input (400), runs the operation within its deadline, and sends the response.
 */
function createHandler(
  { answer, deadline_ms }: Operation,
  { check_answers, deadline_factor = 1 }: DoorServices,
): RequestHandler {
  const check = check_answers ? createAnswerCheck(answer) : undefined;

  return async (request, reply) => {
    assertStorable(request.query, 'query');
    const known = identified.get(request);
    if (!known?.run) throw new Error('no caller was identified for this request');
    const tooLate = request.method === 'GET' ? retrySafeTimeoutFailure : timeoutFailure;
    const answered = await withTimeout(
      deadline_ms * deadline_factor - known.spent_ms,
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

/** The timeout error for requests that have written nothing. A client may send such a request again. */
export function retrySafeTimeoutFailure(): Failure {
  return markRetrySafe(timeoutFailure());
}
