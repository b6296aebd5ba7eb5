import type { TSchema } from '../lib/schema/type.ts';
import { authenticate, invalidKey, type Caller } from '../access/authenticate.ts';
import type {
  Actor,
  ActorOf,
  ApiContext,
  Context,
  Credential,
  DeviceContext,
  IntegrationContext,
  WaitingContext,
} from '../access/context.ts';
import { runIdempotent } from '../access/idempotency.ts';
import { Failure } from '../lib/errors.ts';
import { addressOf } from '../lib/http/address.ts';
import {
  declareOperation,
  openBodyBounds,
  type OperationResult,
  type IncomingRequest,
  type CallerKind,
  type Declaration,
  type OperationDescription,
  type KnownCaller,
  type NamedSchema,
  type Operation,
  type Verb,
} from './declaration.ts';
import { Download } from './download.ts';

type Unscoped<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  Declaration<By, Q, B, A>,
  'scope' | 'denied'
> &
  NamedSchema;

/** For callers with a live credential of the door and the declared scope. */
export function operation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Declaration<ApiContext, Q, B, A> & Pick<OperationDescription, 'scope'> & NamedSchema,
): Operation {
  const declared = declareOperation(apiCaller, declaration);
  return { ...declared, performByKey: declared.perform };
}

/** Declares an operation that may wait for an event; the wait does not count against the time for work. */
export function waitingOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Declaration<WaitingContext, Q, B, A> & Pick<OperationDescription, 'scope'> & NamedSchema,
): Operation {
  return declareOperation(waitingCaller, declaration);
}

/** For glasses, which act for their seat. */
export function deviceOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<DeviceContext, Q, B, A>,
): Operation {
  return declareOperation(deviceCaller, declaration);
}

/** For systems that an account integrated. */
export function integrationOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<IntegrationContext, Q, B, A>,
): Operation {
  return declareOperation(integrationCaller, declaration);
}

const apiCaller = credentialCaller((caller) => caller);
const waitingCaller: CallerKind<Caller, WaitingContext> = {
  ...apiCaller,
  run(caller, verb, arrival, operation) {
    const { park } = arrival;
    const assertStillValid = () => assertAllowed(arrival, operation);
    return runForCaller(caller, (ctx) => verb({ ...ctx, park, assertStillValid }), arrival, operation);
  },
};
const deviceCaller = credentialCaller(actingAs('device'));
const integrationCaller = credentialCaller(actingAs('integration'));

function credentialCaller<A extends Actor>(
  narrow: (caller: Caller) => Caller<A>,
): CallerKind<Caller<A>, Context<A> & Pick<ApiContext, 'scopes' | 'credential'>> {
  return {
    asks_for: 'credential',
    boundsOf: openBodyBounds,
    identify: async (arrival, operation) => narrow(await identifyCaller(arrival, operation)),
    run: runForCaller,
  };
}

function actingAs<K extends Actor['kind']>(kind: K): (caller: Caller) => Caller<ActorOf<K>> {
  return ({ actor, ...caller }) => {
    if (!isActor(actor, kind)) throw invalidKey();
    return { ...caller, actor };
  };
}

function isActor<K extends Actor['kind']>(actor: Actor, kind: K): actor is ActorOf<K> {
  return actor.kind === kind;
}

export async function identifyCaller(
  arrival: IncomingRequest,
  { scope, denied }: OperationDescription,
): Promise<Caller> {
  const { services, note, tell } = arrival;
  const caller = await authenticateCaller(arrival);
  note(knownCaller(caller));
  if (services.rate_limit) tell(services.rate_limit.take(caller));
  assertScope(caller, scope, denied);
  return caller;
}

/** The caller of a request that no operation accepted; undefined without a known credential. */
export async function findCaller(arrival: Pick<IncomingRequest, 'request' | 'door' | 'services'>) {
  let refused: KnownCaller | undefined;
  const note = (caller: KnownCaller) => void (refused = caller);
  try {
    return knownCaller(await authenticateCaller({ ...arrival, note }));
  } catch (error) {
    if (error instanceof Failure) return refused;
    throw error;
  }
}

/** Throws if the caller may no longer do what it was identified for. */
async function assertAllowed(
  arrival: IncomingRequest,
  { scope, denied }: OperationDescription,
): Promise<void> {
  assertScope(await authenticateCaller(arrival), scope, denied);
}

function authenticateCaller({
  request,
  door,
  services,
  note,
}: Pick<IncomingRequest, 'request' | 'door' | 'services' | 'note'>): Promise<Caller> {
  return authenticate(services.databaseFor, door.credentials, {
    request: request.raw,
    address: () => addressOf(request),
    now: services.tools.clock.now(),
    noteRejected: (caller, refusal) => note({ ...knownCaller(caller), refusal }),
  });
}

function knownCaller({ account_id, credential_id, actor }: Caller): KnownCaller {
  const client_id = actor.kind === 'api' ? actor.client_id : undefined;
  return { account_id, credential_id, ...(client_id !== undefined && { client_id }) };
}

function assertScope(
  { scopes }: Caller,
  scope: OperationDescription['scope'],
  denied: OperationDescription['denied'],
): void {
  if (scope !== null && !scopes.includes(scope))
    throw new Failure(denied ?? 'INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
}

/** The credential of a caller, in the form for verbs. */
export function credentialOf({ credential_id, actor, expires_at }: Caller): Credential {
  const client_id = actor.kind === 'api' ? actor.client_id : undefined;
  return {
    credential_id,
    ...(client_id !== undefined && { client_id }),
    ...(expires_at !== undefined && { expires_at }),
  };
}

async function runForCaller<A extends Actor>(
  caller: Caller<A>,
  verb: Verb<Context<A> & Pick<ApiContext, 'scopes' | 'credential'>>,
  { request, services }: IncomingRequest,
  { status, deadline_ms, is_secret = false }: OperationDescription,
): Promise<OperationResult> {
  const { tools } = services;
  const { account_id, credential_id, actor, scopes } = caller;
  const db = services.databaseFor(account_id);
  const credential = credentialOf(caller);
  const here = { now: tools.clock.now(), tools, address: addressOf(request) };
  const ctx = { db, account_id, actor, scopes, credential, ...here };
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return answeredWith(status, await verb(ctx));
  const content = [request.method, request.url, request.body];
  return runIdempotent(
    ctx,
    { key: String(key), credential_id, content, status, deadline_ms, is_secret },
    verb,
  );
}

function answeredWith(status: number, answer: unknown): OperationResult {
  if (answer instanceof Download) return { status, download: answer };
  return { status, text: JSON.stringify(answer), replayed: false };
}
