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
import {
  parseOperationKey,
  type AnswerOf,
  type DashboardApi,
  type DashboardOperations,
  type InputOf,
} from '../access/dashboardApi.ts';
import { Failure } from '../lib/errors.ts';
import { clientAddressOf } from '../lib/http/address.ts';
import {
  declareOperation,
  authenticatedBodyLimits,
  type OperationResult,
  type IncomingRequest,
  type CallerKind,
  type OperationDeclaration,
  type OperationsByKey,
  type OperationDescription,
  type CallerForLog,
  type ReferenceMembers,
  type Operation,
  type BoundOperation,
} from './declaration.ts';
import { Download } from './download.ts';
import type { PageCallerOf, ServedApi } from './signIn.ts';

type Unscoped<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  OperationDeclaration<By, Q, B, A>,
  'scope' | 'denied'
> &
  ReferenceMembers;

/** Declares an operation for callers with a valid API key or access token and the declared scope. */
export function operation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: OperationDeclaration<ApiContext, Q, B, A> &
    Pick<OperationDescription, 'scope'> &
    ReferenceMembers,
): Operation {
  const declared = declareOperation(apiCaller, declaration);
  return { ...declared, runByKey: declared.perform };
}

/** The members of a public API operation that the declaration of a dashboard operation does not have. */
type PublicDescription = ReferenceMembers &
  Pick<OperationDescription, 'description' | 'scope' | 'is_secret' | 'example'> &
  Partial<Pick<OperationDescription, 'errors'>> & {
    /** The body without the members that only pages send. */
    body?: TSchema;
  };

/** The dashboard's handler is the default, unless the operation needs the sign-in. */
type Published<D> = PublicDescription &
  (ApiContext extends PageCallerOf<D> ? { handle?: KeyHandler<D> } : { handle: KeyHandler<D> });

type KeyHandler<D> = (ctx: ApiContext, input: InputOf<D>) => Promise<AnswerOf<D>>;

type AnyHandler = KeyHandler<{ query: TSchema; body: TSchema; answer: TSchema }>;

/** Makes dashboard operations available to API keys and tokens, with the same input, response and deadline. */
export function publishToApi<O extends DashboardOperations>(
  served: ServedApi<O>,
  published: { readonly [K in keyof O]?: Published<O[K]> },
): OperationsByKey;
export function publishToApi(
  { api: { operations }, handlers }: { api: DashboardApi; handlers: Record<string, AnyHandler> },
  published: Readonly<Record<string, (PublicDescription & { handle?: AnyHandler }) | undefined>>,
): OperationsByKey {
  const operationsByKey = Object.entries(published).map(([name, declaration]) => {
    const shape = operations[parseOperationKey(name).key];
    const handle = declaration?.handle ?? handlers[name];
    if (!shape || !declaration || !handle) throw new Error(`${name}: not an operation of the dashboard`);
    const { role: _role, ...declared } = shape;
    return [name, operation({ ...declared, ...declaration, handle })];
  });
  return Object.fromEntries(operationsByKey);
}

/** Declares an operation that may wait for an event. The wait does not count as load. */
export function waitingOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: OperationDeclaration<WaitingContext, Q, B, A> &
    Pick<OperationDescription, 'scope'> &
    ReferenceMembers,
): Operation {
  return declareOperation(waitingCaller, declaration);
}

/** Declares an operation for glasses, which act on behalf of their seat. */
export function deviceOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<DeviceContext, Q, B, A>,
): Operation {
  return declareOperation(deviceCaller, declaration);
}

/** Declares an operation for external systems that an account has integrated. */
export function integrationOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<IntegrationContext, Q, B, A>,
): Operation {
  return declareOperation(integrationCaller, declaration);
}

const apiCaller = credentialCaller((caller) => caller);
const waitingCaller: CallerKind<Caller, WaitingContext> = {
  ...apiCaller,
  run(caller, useCase, arrival, operation) {
    const { startWaiting } = arrival;
    const assertStillValid = () => assertAllowed(arrival, operation);
    return runForCaller(
      caller,
      (ctx) => useCase({ ...ctx, startWaiting, assertStillValid }),
      arrival,
      operation,
    );
  },
};
const deviceCaller = credentialCaller(actingAs('device'));
const integrationCaller = credentialCaller(actingAs('integration'));

function credentialCaller<A extends Actor>(
  narrow: (caller: Caller) => Caller<A>,
): CallerKind<Caller<A>, Context<A> & Pick<ApiContext, 'scopes' | 'credential'>> {
  return {
    asks_for: 'credential',
    boundsOf: authenticatedBodyLimits,
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
  const { services, noteCaller, setHeaders } = arrival;
  const caller = await authenticateCaller(arrival);
  noteCaller(knownCaller(caller));
  if (services.rate_limit) setHeaders(services.rate_limit.take(caller));
  assertScope(caller, scope, denied);
  return caller;
}

/**
 * Finds the caller of a request without an operation, such as a 404, for the log. Undefined for unknown credentials.
 */
export async function findCallerForLog(arrival: Pick<IncomingRequest, 'request' | 'door' | 'services'>) {
  let refused: CallerForLog | undefined;
  const noteCaller = (caller: CallerForLog) => void (refused = caller);
  try {
    return knownCaller(await authenticateCaller({ ...arrival, noteCaller }));
  } catch (error) {
    if (error instanceof Failure) return refused;
    throw error;
  }
}

/** Authenticates the caller again and throws if the credential or the scope is no longer valid. */
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
  noteCaller,
}: Pick<IncomingRequest, 'request' | 'door' | 'services' | 'noteCaller'>): Promise<Caller> {
  return authenticate(services.databaseFor, door.credentials, {
    request: request.raw,
    address: () => clientAddressOf(request),
    now: services.tools.clock.now(),
    noteRejected: (caller, refusal) => noteCaller({ ...knownCaller(caller), refusal }),
  });
}

function knownCaller({ account_id, credential_id, actor }: Caller): CallerForLog {
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

/** Converts an authenticated caller to the `credential` of a context. */
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
  useCase: BoundOperation<Context<A> & Pick<ApiContext, 'scopes' | 'credential'>>,
  { request, services }: IncomingRequest,
  { status, deadline_ms, is_secret = false }: OperationDescription,
): Promise<OperationResult> {
  const { tools } = services;
  const { account_id, credential_id, actor, scopes } = caller;
  const db = services.databaseFor(account_id);
  const credential = credentialOf(caller);
  const here = { now: tools.clock.now(), tools, address: clientAddressOf(request) };
  const ctx = { db, account_id, actor, scopes, credential, ...here };
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return answeredWith(status, await useCase(ctx));
  const content = [request.method, request.url, request.body];
  return runIdempotent(
    ctx,
    { key: String(key), credential_id, content, status, deadline_ms, is_secret },
    useCase,
  );
}

function answeredWith(status: number, answer: unknown): OperationResult {
  if (answer instanceof Download) return { status, download: answer };
  return { status, text: JSON.stringify(answer), replayed: false };
}
