import {
  accountIdOf,
  requireUserSignIn,
  requireStaffSignIn,
  type UserSignIn,
  type SignIn,
  type StaffSignIn,
} from '../access/signIn.ts';
import type { Context } from '../access/context.ts';
import { runIdempotent } from '../access/idempotency.ts';
import {
  actAsUser,
  actAsPlatform,
  PLATFORM_ACCOUNT_ID,
  type PlatformContext,
  type RequestServices,
} from '../access/platform.ts';
import {
  listOperations,
  type HandlerCallerKind,
  type DashboardApi,
  type DashboardOperation,
  type DashboardOperations,
  type OperationHandlers,
} from '../access/dashboardApi.ts';
import { failureOf } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';
import {
  declareOperation,
  authenticatedBodyLimits,
  groupIntoResources,
  type OperationResult,
  type IncomingRequest,
  type CallerKind,
  type OperationDescription,
  type Operation,
  type Resource,
  type BoundOperation,
} from './declaration.ts';
import { assertSameOriginForm, formCsrfToken } from './csrf.ts';
import { requestServicesOf } from './services.ts';

/** The sign-in of a browser and the CSRF token of its pages. */
type Visitor<S extends SignIn = SignIn> = { sign_in: S; form_token: string };

/** The context of a dashboard operation that needs the sign-in of a user. */
type SignedIn = Context & Visitor<UserSignIn>;

/** The context of an operation with which a user or staff member manages their own sign-in. */
type Anyone = Context & Visitor;

/** The context of an operation for staff, who manage accounts but belong to none. */
type StaffMember = PlatformContext & { sign_in: StaffSignIn };

type CallerOf = {
  anyone: Anyone;
  member: Context;
  admin: Context;
  /** A member or admin, for an operation that needs the sign-in. */
  user: SignedIn;
  staff: StaffMember;
  /** A user of an account, or a staff member who manages records of the platform. */
  platform: Context;
};

/** The type of the caller that the handler of an operation gets. */
export type PageCallerOf<D> = CallerOf[HandlerCallerKind<D>];

type Handle<By> = (by: By, input: { query: unknown; body: unknown }) => Promise<unknown>;

/** A dashboard API with its handlers. `publishToApi` makes some of its operations available to API keys and tokens. */
export type ServedApi<O extends DashboardOperations> = {
  api: DashboardApi<O>;
  handlers: OperationHandlers<O, CallerOf>;
  resources: Resource[];
};

/** Serves the operations of a dashboard API with the handlers of the same keys. */
export function serveDashboardApi<O extends DashboardOperations>(
  api: DashboardApi<O>,
  handlers: OperationHandlers<O, CallerOf>,
): ServedApi<O>;
export function serveDashboardApi(
  api: DashboardApi,
  handlers: Record<string, Handle<CallerOf[keyof CallerOf]>>,
) {
  const served = listOperations(api).map(({ key, method, path, operation, is_platform }) => {
    const handle = handlers[key];
    if (!handle) throw new Error(`no handler for ${key}`);
    const declare = is_platform ? declareForPlatform : declareFor;
    return [`${method} ${path}`, declare(operation, handle)];
  });
  return { api, handlers, resources: groupIntoResources(api.options, Object.fromEntries(served)) };
}

function declareFor(
  { role, ...declaration }: DashboardOperation,
  handle: Handle<SignedIn | Anyone | StaffMember>,
): Operation {
  const declared = { ...declaration, handle, audience: role };
  switch (role) {
    case 'anyone':
      return declareOperation(anyone, declared);
    case 'staff':
      return declareOperation(staff, declared);
    case 'member':
    case 'admin':
      return declareOperation(USERS[role], declared);
  }
}

function declareForPlatform(operation: DashboardOperation, handle: Handle<Context>): Operation {
  const { role: audience, ...declaration } = operation;
  return declareOperation(staff, {
    ...declaration,
    audience,
    handle: (by, input) => handle(actAsPlatform(by), input),
  });
}

const USERS = { member: userOf('member'), admin: userOf('admin') };

function userOf(role: 'member' | 'admin'): CallerKind<Visitor<UserSignIn>, SignedIn> {
  return signedIn((sign_in) => requireUserSignIn(sign_in, role), actForSelf, runForPerson);
}

const anyone: CallerKind<Visitor, Anyone> = signedIn((sign_in) => sign_in, actForSelf, runForPerson);

const staff: CallerKind<Visitor<StaffSignIn>, StaffMember> = signedIn(
  requireStaffSignIn,
  ({ sign_in }, { databaseFor: _, ...here }) => ({ ...here, staff_id: sign_in.user_id, sign_in }),
  runPlainly,
);

type Run<By> = (
  by: By,
  useCase: BoundOperation<By>,
  arrival: IncomingRequest,
  operation: OperationDescription,
) => Promise<OperationResult>;

function signedIn<S extends SignIn, By>(
  narrow: (sign_in: SignIn) => S,
  actFor: (visitor: Visitor<S>, here: RequestServices) => By,
  run: Run<By>,
): CallerKind<Visitor<S>, By> {
  return {
    asks_for: 'sign-in',
    boundsOf: authenticatedBodyLimits,
    async identify(arrival) {
      const { sign_in, form_token } = await identifyVisitor(arrival);
      return { sign_in: narrow(sign_in), form_token };
    },
    run(visitor, useCase, arrival, operation) {
      const { services, request } = arrival;
      return run(actFor(visitor, requestServicesOf(services, request)), useCase, arrival, operation);
    },
  };
}

/**
 * Runs a creating operation once per Idempotency-Key. The stored response is encrypted, because it can contain a
 * secret.
 */
function runForPerson<By extends Context & Visitor>(
  by: By,
  useCase: BoundOperation<By>,
  arrival: IncomingRequest,
  operation: OperationDescription,
): Promise<OperationResult> {
  const { method, url, headers, body } = arrival.request;
  const key = headers['idempotency-key'];
  if (key === undefined || !acceptsIdempotencyKey(by.sign_in, method, operation))
    return runPlainly(by, useCase, arrival, operation);
  const { status, deadline_ms } = operation;
  const content = [method, url, body];
  const credential_id = by.sign_in.user_id;
  return runIdempotent(
    by,
    { key: String(key), credential_id, content, status, deadline_ms, is_secret: true },
    useCase,
  );
}

/** True if an Idempotency-Key applies: only to operations that create a record for a user of an account. */
export function acceptsIdempotencyKey(
  sign_in: SignIn,
  method: string,
  { status }: Pick<OperationDescription, 'status'>,
): boolean {
  return method === 'POST' && status === 201 && accountIdOf(sign_in) !== PLATFORM_ACCOUNT_ID;
}

async function runPlainly<By>(
  by: By,
  useCase: BoundOperation<By>,
  _: IncomingRequest,
  { status }: OperationDescription,
): Promise<OperationResult> {
  return { status, text: JSON.stringify(await useCase(by)), replayed: false };
}

function actForSelf<S extends SignIn>(visitor: Visitor<S>, here: RequestServices): Context & Visitor<S> {
  return { ...actAsUser(here, accountIdOf(visitor.sign_in), visitor.sign_in.user_id), ...visitor };
}

const FORM_TOKEN_HEADER = 'x-form-token';

/** Identifies a signed-in browser. 401 without a valid sign-in, 403 for a request that other websites caused (CSRF). */
async function identifyVisitor({ request, door, services, noteCaller }: IncomingRequest): Promise<Visitor> {
  const token = services.cookies.read(request.raw, 'session');
  if (token === undefined) throw failureOf('MISSING_AUTH', null, doorReasons.not_signed_in);
  const sign_in = await door.findSignIn?.(requestServicesOf(services, request), token);
  if (!sign_in) throw failureOf('INVALID_KEY', null, doorReasons.sign_in_ended);
  const form_token = formCsrfToken(token);
  const sent = String(request.headers[FORM_TOKEN_HEADER] ?? '');
  if (request.method !== 'GET')
    assertSameOriginForm(services.tools.public_url, request.headers, sent, form_token);
  noteCaller({ account_id: accountIdOf(sign_in), credential_id: sign_in.id });
  return { sign_in, form_token };
}
