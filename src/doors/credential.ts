import type { TSchema } from 'typebox';
import { authenticate, invalidKey, type Caller } from '../access/authenticate.ts';
import type { Actor, ActorOf, Context, DeviceContext, IntegrationContext } from '../access/context.ts';
import { runOnce } from '../access/idempotency.ts';
import { Failure } from '../lib/errors.ts';
import {
  declare,
  provenBounds,
  type Answered,
  type Arrival,
  type CallerKind,
  type Declaration,
  type Described,
  type Named,
  type Operation,
  type Verb,
} from './declaration.ts';
import { viewsOf } from './services.ts';

type Unscoped<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  Declaration<By, Q, B, A>,
  'scope' | 'denied'
> &
  Named;

/** For callers with a live credential of the door and the declared scope. */
export function operation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Declaration<Context, Q, B, A> & Pick<Described, 'scope'> & Named,
): Operation {
  return declare(apiCaller, declaration);
}

/** For glasses, which act for their seat. */
export function deviceOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<DeviceContext, Q, B, A>,
): Operation {
  return declare(deviceCaller, declaration);
}

/** For systems that an account integrated. */
export function integrationOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<IntegrationContext, Q, B, A>,
): Operation {
  return declare(integrationCaller, declaration);
}

const apiCaller = credentialCaller((caller) => caller);
const deviceCaller = credentialCaller(actingAs('device'));
const integrationCaller = credentialCaller(actingAs('integration'));

function credentialCaller<A extends Actor>(
  narrow: (caller: Caller) => Caller<A>,
): CallerKind<Caller<A>, Context<A>> {
  return {
    asks_for: 'credential',
    boundsOf: provenBounds,
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

async function identifyCaller(
  { request, door, services, note }: Arrival,
  { scope, denied }: Described,
): Promise<Caller> {
  const now = services.clock.now();
  const caller = await authenticate(viewsOf(services), door.credentials, request.raw, now);
  const { account_id, credential_id, scopes, actor } = caller;
  const client_id = actor.kind === 'api' ? actor.client_id : undefined;
  note({ account_id, credential_id, ...(client_id !== undefined && { client_id }) });
  if (scope !== null && !scopes.includes(scope))
    throw new Failure(denied ?? 'INSUFFICIENT_PERMISSIONS', `This needs the scope ${scope}`);
  return caller;
}

async function runForCaller<A extends Actor>(
  { account_id, credential_id, actor }: Caller<A>,
  verb: Verb<Context<A>>,
  { request, services }: Arrival,
  { status, deadline_ms }: Described,
): Promise<Answered> {
  const { clock, tools } = services;
  const ctx = { db: viewsOf(services)(account_id), account_id, actor, now: clock.now(), tools };
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return { status, text: JSON.stringify(await verb(ctx)), replayed: false };
  const content = [request.method, request.url, request.body];
  return runOnce(ctx, { key: String(key), credential_id, content, status, deadline_ms }, verb);
}
