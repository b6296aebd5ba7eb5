import {
  accountOf,
  userSignInOf,
  staffSignInOf,
  type UserSignIn,
  type SignIn,
  type StaffSignIn,
} from '../access/signIn.ts';
import type { Context } from '../access/context.ts';
import { runIdempotent } from '../access/idempotency.ts';
import { actAs, actAsPlatform, PLATFORM, type Platform, type Services } from '../access/platform.ts';
import {
  listOperations,
  type ConsoleApi,
  type ConsoleOperation,
  type ConsoleOperations,
  type Handlers,
} from '../access/consoleApi.ts';
import { failureOf } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';
import {
  declareOperation,
  openBodyBounds,
  resource,
  type OperationResult,
  type IncomingRequest,
  type CallerKind,
  type OperationDescription,
  type Operation,
  type Resource,
  type Verb,
} from './declaration.ts';
import { assertSameOriginForm, formToken } from './csrf.ts';
import { servicesOf } from './services.ts';

/** A signed-in browser and the form token of its pages. */
type Visitor<S extends SignIn = SignIn> = { sign_in: S; form_token: string };

/** A user of an account, as verbs of the dashboard get it. */
type SignedIn = Context & Visitor<UserSignIn>;

/** A user or staff member acting on their own sign-in. */
type Anyone = Context & Visitor;

/** A staff member, who acts on accounts but has none. */
type StaffMember = Platform & { sign_in: StaffSignIn };

/** The type of the caller, by audience. */
type CallerOf = {
  anyone: Anyone;
  member: SignedIn;
  admin: SignedIn;
  staff: StaffMember;
  /** A user of an account, or staff acting on what is the platform's own. */
  platform: Context;
};

type Handle<By> = (by: By, input: { query: unknown; body: unknown }) => Promise<unknown>;

/** The paths of an api, each operation run by the handler of its key. */
export function serve<O extends ConsoleOperations>(
  api: ConsoleApi<O>,
  handlers: Handlers<O, CallerOf>,
): Resource[];
export function serve(
  api: ConsoleApi,
  handlers: Record<string, Handle<CallerOf[keyof CallerOf]>>,
): Resource[] {
  const resources = new Map<string, Resource>();
  for (const { key, method, path, operation, is_platform } of listOperations(api)) {
    const handle = handlers[key];
    if (!handle) throw new Error(`nothing handles ${key}`);
    const served = is_platform ? declareForPlatform(operation, handle) : declareFor(operation, handle);
    const tag = operation.role === 'staff' ? 'Staff' : api.options.tag;
    const { operations } = resources.get(path) ?? {};
    resources.set(path, resource(path, { ...operations, [method]: served }, { ...api.options, tag }));
  }
  return [...resources.values()];
}

function declareFor(
  { role, ...declaration }: ConsoleOperation,
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

function declareForPlatform(operation: ConsoleOperation, handle: Handle<Context>): Operation {
  const { role: audience, ...declaration } = operation;
  return declareOperation(staff, {
    ...declaration,
    audience,
    handle: (by, input) => handle(actAsPlatform(by), input),
  });
}

const USERS = { member: userOf('member'), admin: userOf('admin') };

function userOf(role: 'member' | 'admin'): CallerKind<Visitor<UserSignIn>, SignedIn> {
  return signedIn((sign_in) => userSignInOf(sign_in, role), actForSelf, runForPerson);
}

const anyone: CallerKind<Visitor, Anyone> = signedIn((sign_in) => sign_in, actForSelf, runForPerson);

const staff: CallerKind<Visitor<StaffSignIn>, StaffMember> = signedIn(
  staffSignInOf,
  ({ sign_in }, { databaseFor: _, ...here }) => ({ ...here, staff_id: sign_in.user_id, sign_in }),
  runPlainly,
);

type Run<By> = (
  by: By,
  verb: Verb<By>,
  arrival: IncomingRequest,
  operation: OperationDescription,
) => Promise<OperationResult>;

function signedIn<S extends SignIn, By>(
  narrow: (sign_in: SignIn) => S,
  actFor: (visitor: Visitor<S>, here: Services) => By,
  run: Run<By>,
): CallerKind<Visitor<S>, By> {
  return {
    asks_for: 'sign-in',
    boundsOf: openBodyBounds,
    async identify(arrival) {
      const { sign_in, form_token } = await identifyVisitor(arrival);
      return { sign_in: narrow(sign_in), form_token };
    },
    run(visitor, verb, arrival, operation) {
      const { services, request } = arrival;
      return run(actFor(visitor, servicesOf(services, request)), verb, arrival, operation);
    },
  };
}

/** Creates once for each Idempotency-Key. The answer may contain a secret, so it is stored sealed. */
function runForPerson<By extends Context & Visitor>(
  by: By,
  verb: Verb<By>,
  arrival: IncomingRequest,
  operation: OperationDescription,
): Promise<OperationResult> {
  const { method, url, headers, body } = arrival.request;
  const key = headers['idempotency-key'];
  if (key === undefined || !acceptsIdempotencyKey(by.sign_in, method, operation))
    return runPlainly(by, verb, arrival, operation);
  const { status, deadline_ms } = operation;
  const content = [method, url, body];
  const credential_id = by.sign_in.user_id;
  return runIdempotent(
    by,
    { key: String(key), credential_id, content, status, deadline_ms, is_secret: true },
    verb,
  );
}

/** True if an Idempotency-Key applies: to operations with which people of an account create something. */
export function acceptsIdempotencyKey(
  sign_in: SignIn,
  method: string,
  { status }: Pick<OperationDescription, 'status'>,
): boolean {
  return method === 'POST' && status === 201 && accountOf(sign_in) !== PLATFORM;
}

async function runPlainly<By>(
  by: By,
  verb: Verb<By>,
  _: IncomingRequest,
  { status }: OperationDescription,
): Promise<OperationResult> {
  return { status, text: JSON.stringify(await verb(by)), replayed: false };
}

function actForSelf<S extends SignIn>(visitor: Visitor<S>, here: Services): Context & Visitor<S> {
  return { ...actAs(here, accountOf(visitor.sign_in), visitor.sign_in.user_id), ...visitor };
}

const FORM_TOKEN_HEADER = 'x-form-token';

/** 401 without a live sign-in, 403 for requests of other pages. */
async function identifyVisitor({ request, door, services, note }: IncomingRequest): Promise<Visitor> {
  const token = services.cookies.read(request.raw, 'session');
  if (token === undefined) throw failureOf('MISSING_AUTH', null, doorReasons.not_signed_in);
  const sign_in = await door.findSignIn?.(servicesOf(services, request), token);
  if (!sign_in) throw failureOf('INVALID_KEY', null, doorReasons.sign_in_ended);
  const form_token = formToken(token);
  const sent = String(request.headers[FORM_TOKEN_HEADER] ?? '');
  if (request.method !== 'GET')
    assertSameOriginForm(services.tools.public_url, request.headers, sent, form_token);
  note({ account_id: accountOf(sign_in), credential_id: sign_in.id });
  return { sign_in, form_token };
}
