import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, internalError } from '../lib/errors.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { assertStorable } from '../lib/http/text.ts';
import { answerCheck } from '../lib/http/validate.ts';
import type { Clock } from '../lib/clock.ts';
import { asAccount } from '../lib/rowSecurity.ts';
import type { Database } from '../lib/sql.ts';
import { authenticate, type Caller, type CredentialKind } from './authenticate.ts';
import type { Context } from './context.ts';
import { runOnce, type OnceAnswer } from './idempotency.ts';
import { methodsOf, type Accepted, type Method, type Operation, type Resource } from './operation.ts';

/** A way in: which credentials it takes, and what lies behind it. */
export type Door = {
  prefix: string;
  credentials: readonly CredentialKind[];
  resources: readonly Resource[];
};

export type DoorServices = {
  db: Database;
  clock: Clock;
  /** Run every request as the role that row level security holds for. */
  row_security: boolean;
  /** Compare every answer with its declaration; for tests. */
  check_answers: boolean;
};

const DEADLINE_MS = 2_800;
const callers = new WeakMap<FastifyRequest, Caller>();
/** What finding the caller took of the time that the whole answer may take. */
const spent_ms = new WeakMap<FastifyRequest, number>();

export function callerOf(request: FastifyRequest): Caller | undefined {
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
  server.route({
    method,
    url: door.prefix + resource.path,
    ...(resource.body_limit_bytes && { bodyLimit: resource.body_limit_bytes }),
    onRequest: async (request) => {
      if (operation.is_open) return;
      const started_ms = performance.now();
      const caller = await identify(door, services, request);
      callers.set(request, caller);
      spent_ms.set(request, performance.now() - started_ms);
      assertScope(operation, caller);
    },
    handler: (request, reply) => answer(request, reply),
  });
}

function identify(
  door: Door,
  { db, clock, row_security }: DoorServices,
  request: FastifyRequest,
): Promise<Caller> {
  const seenBy = (account_id: string) => (row_security ? asAccount(db, account_id) : db);
  return withinDeadline(authenticate(seenBy, door.credentials, request.raw, clock.now()), DEADLINE_MS);
}

function assertScope({ scope, denied }: Operation, caller: Caller): void {
  if (scope === null || caller.scopes.includes(scope)) return;
  throw new Failure(denied ?? 'INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Input 400, then the verb; everything before that was decided without reading the body. */
function answering(operation: Operation, services: DoorServices): Answering {
  const check = services.check_answers ? answerCheck(operation.answer) : undefined;
  const deadline_ms = operation.deadline_ms ?? DEADLINE_MS;

  return async (request, reply) => {
    const verb = acceptInput(operation, request);
    const { status, text, replayed } = await withinDeadline(
      perform(verb, contextOf(operation, services, request), request, {
        status: operation.status,
        deadline_ms,
      }),
      deadline_ms - (spent_ms.get(request) ?? 0),
    );
    if (check && !check(JSON.parse(text)))
      throw new Error(`undeclared answer: ${JSON.stringify(check.errors)}`);
    if (replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.code(status).type('application/json; charset=utf-8').send(text);
  };
}

function acceptInput(operation: Operation, { query, body }: FastifyRequest): Accepted {
  assertStorable(query, 'query');
  assertStorable(body, 'body');
  return operation.accept({ query, body });
}

/** What an open operation is given of an account: none. Its verb cannot see these members at all. */
const NOBODY = { account_id: '00000000-0000-0000-0000-000000000000', actor: { kind: 'system' } } as const;

function contextOf({ is_open }: Operation, services: DoorServices, request: FastifyRequest): Context {
  if (!is_open) return makeContext(services, request);
  return { ...NOBODY, db: services.db, now: services.clock.now() };
}

function makeContext({ db, clock, row_security }: DoorServices, request: FastifyRequest): Context {
  const caller = callers.get(request);
  if (!caller) throw new Error('a request reached its verb without a caller');
  const { account_id, actor } = caller;
  return { db: row_security ? asAccount(db, account_id) : db, account_id, actor, now: clock.now() };
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
