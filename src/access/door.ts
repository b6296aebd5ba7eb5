import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Failure, internalError } from '../lib/errors.ts';
import { addressOf } from '../lib/http/address.ts';
import { BODY, OPEN_BODY } from '../lib/http/bounds.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { assertStorable } from '../lib/http/text.ts';
import { answerCheck } from '../lib/http/validate.ts';
import type { Clock } from '../lib/clock.ts';
import { asAccount } from '../lib/rowSecurity.ts';
import type { Database } from '../lib/sql.ts';
import { authenticate, type Caller, type CredentialKind } from './authenticate.ts';
import type { Context } from './context.ts';
import { runOnce, type OnceAnswer } from './idempotency.ts';
import type { Guest } from './guest.ts';
import {
  methodsOf,
  type Accepted,
  type AnyOperation,
  type ConsoleOperation,
  type Method,
  type OpenOperation,
  type Operation,
  type Resource,
} from './operation.ts';
import type { Services } from './platform.ts';
import { accountOf } from './visit.ts';
import { assertAllowed, type Visitor, type Visitors } from './visitors.ts';

/** A way in: which credentials it takes, and what lies behind it. */
export type Door = {
  prefix: string;
  credentials: readonly CredentialKind[];
  resources: readonly Resource[];
  /** Where people come in with a browser in place of a credential; such a door is ours alone and in no reference. */
  visitors?: Visitors;
  /** The contract of this door has no 429: what is too much is a 400 there. */
  is_without_429?: boolean;
};

export type DoorServices = {
  db: Database;
  clock: Clock;
  /** Run every request as the role that row level security holds for. */
  row_security: boolean;
  /** Compare every answer with its declaration; for tests. */
  check_answers: boolean;
};

const DEADLINE_MS = 2_600;
const callers = new WeakMap<FastifyRequest, Caller>();
const visits = new WeakMap<FastifyRequest, Visitor>();
/** When a request without a credential came. */
const arrivals = new WeakMap<FastifyRequest, number>();
/** What finding the caller took of the time that the whole answer may take. */
const spent_ms = new WeakMap<FastifyRequest, number>();

/** Who sent a request, for the log. */
export function callerOf(request: FastifyRequest): Pick<Caller, 'account_id' | 'credential_id'> | undefined {
  const session = visits.get(request)?.session;
  return session ? { account_id: accountOf(session), credential_id: session.id } : callers.get(request);
}

/** The credential behind a request of the API, where one was found. */
export function apiCallerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

export function openDoor(
  server: FastifyInstance,
  paths: PathTable,
  door: Door,
  services: DoorServices,
): void {
  for (const resource of door.resources) {
    const url = door.prefix + resource.path;
    paths.set(url, methodsOf(resource));
    for (const method of methodsOf(resource)) addRoute(server, door, resource, method, services);
  }
}

function addRoute(
  server: FastifyInstance,
  door: Door,
  resource: Resource,
  method: Method,
  services: DoorServices,
): void {
  const operation = resource.operations[method];
  if (!operation) return;
  const answer = answering(operation, services);
  const adapt = door.is_without_429 ? asBadRequest : (error: unknown) => error;
  server.route({
    method,
    url: door.prefix + resource.path,
    ...boundsOf(resource, operation),
    onRequest: async (request, reply) => {
      const started_ms = performance.now();
      reply.header('Cache-Control', 'no-store');
      if (operation.asks_for === 'nothing') return void arrivals.set(request, started_ms);
      if (operation.asks_for === 'session') await admit(door, services, request, operation);
      else await letIn(door, services, request, operation);
      spent_ms.set(request, performance.now() - started_ms);
    },
    handler: (request, reply) =>
      answer(request, reply).catch((error: unknown) => {
        throw adapt(error);
      }),
  });
}

/** Whoever proves nothing sends little. */
function boundsOf({ body_limit_bytes, takes_forms = false }: Resource, { asks_for }: AnyOperation) {
  const { bytes, values } =
    asks_for === 'nothing' ? OPEN_BODY : { ...BODY, bytes: body_limit_bytes ?? BODY.bytes };
  return { bodyLimit: bytes, config: { takes_forms, most_values: values } };
}

function asBadRequest(error: unknown): unknown {
  return error instanceof Failure && error.code === 'TOO_MANY_REQUESTS' ? badRequest(error.message) : error;
}

async function letIn(
  { credentials }: Door,
  services: DoorServices,
  request: FastifyRequest,
  operation: Operation,
): Promise<void> {
  const identified = authenticate(viewsOf(services), credentials, request.raw, services.clock.now());
  const caller = await withinDeadline(identified, DEADLINE_MS);
  callers.set(request, caller);
  assertScope(operation, caller);
}

async function admit(
  { visitors }: Door,
  services: DoorServices,
  request: FastifyRequest,
  { audience }: ConsoleOperation,
): Promise<void> {
  if (!visitors) throw new Error('a door without visitors has an operation for them');
  const visitor = await withinDeadline(visitors.identify(request, servicesOf(services)), DEADLINE_MS);
  visits.set(request, visitor);
  assertAllowed(visitor.session, audience);
}

function servicesOf(services: DoorServices): Services {
  return { db: services.db, seenBy: viewsOf(services), now: services.clock.now() };
}

/** The database as an account sees it. */
export function viewsOf({ db, row_security }: DoorServices): (account_id: string) => Database {
  return (account_id) => (row_security ? asAccount(db, account_id) : db);
}

function assertScope({ scope, denied }: Operation, caller: Caller): void {
  if (scope === null || caller.scopes.includes(scope)) return;
  throw new Failure(denied ?? 'INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Input 400, then the verb; everything before that was decided without reading the body. */
function answering(operation: AnyOperation, services: DoorServices): Answering {
  const check = services.check_answers ? answerCheck(operation.answer) : undefined;
  const deadline_ms = operation.deadline_ms ?? DEADLINE_MS;

  return async (request, reply) => {
    assertStorable(request.query, 'query');
    const { status, text, replayed } = await withinDeadline(
      work(operation, services, request, deadline_ms),
      deadline_ms - (spent_ms.get(request) ?? 0),
    );
    const undeclared = check?.(JSON.parse(text));
    if (undeclared) throw new Error(`undeclared answer: ${JSON.stringify(undeclared)}`);
    if (replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.code(status).type('application/json; charset=utf-8').send(text);
  };
}

function work(
  operation: AnyOperation,
  services: DoorServices,
  request: FastifyRequest,
  deadline_ms: number,
): Promise<OnceAnswer> {
  switch (operation.asks_for) {
    case 'nothing':
      return welcome(operation, services, request);
    case 'session':
      return receive(operation, services, request);
    case 'credential': {
      const limits = { status: operation.status, deadline_ms };
      return perform(operation.accept(request), makeContext(services, request), request, limits);
    }
  }
}

/** No answer is kept for a repetition here: some hold a secret that is shown once. */
async function receive(
  operation: ConsoleOperation,
  services: DoorServices,
  request: FastifyRequest,
): Promise<OnceAnswer> {
  const visitor = visits.get(request);
  if (!visitor) throw new Error('a request reached its verb without a visitor');
  const answer = await operation.accept(request)({ ...visitor, here: servicesOf(services) });
  return { status: operation.status, text: JSON.stringify(answer), replayed: false };
}

async function welcome(
  operation: OpenOperation,
  services: DoorServices,
  request: FastifyRequest,
): Promise<OnceAnswer> {
  const arrived = arrivals.get(request) ?? performance.now();
  const guest: Guest = {
    db: services.db,
    seenBy: viewsOf(services),
    authorization: request.raw.headersDistinct['authorization'] ?? [],
    now: services.clock.now(),
    address: addressOf(request),
    waited_ms: () => performance.now() - arrived,
  };
  const answer = await operation.accept(request)(guest);
  return { status: operation.status, text: JSON.stringify(answer), replayed: false };
}

function makeContext(services: DoorServices, request: FastifyRequest): Context {
  const caller = callers.get(request);
  if (!caller) throw new Error('a request reached its verb without a caller');
  const { account_id, actor } = caller;
  return { db: viewsOf(services)(account_id), account_id, actor, now: services.clock.now() };
}

async function perform(
  verb: Accepted,
  ctx: Context,
  request: FastifyRequest,
  limits: { status: number; deadline_ms: number },
): Promise<OnceAnswer> {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const credential_id = callers.get(request)?.credential_id;
  if (key === undefined || credential_id === undefined) {
    return { status: limits.status, text: JSON.stringify(await verb(ctx)), replayed: false };
  }
  const content = [request.method, request.url, request.body];
  return runOnce(ctx, { key: String(key), credential_id, content, ...limits }, verb);
}

/** The caller gets an answer in time, whatever the database does; late work still ends by its own limits. */
function withinDeadline<T>(work: Promise<T>, deadline_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(internalError('The request took too long, try again')), deadline_ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
