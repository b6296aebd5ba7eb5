import {
  accountOf,
  personOf,
  staffOf,
  type PersonSession,
  type Session,
  type StaffSession,
} from '../access/browser.ts';
import type { Context } from '../access/context.ts';
import { actAs, actAsPlatform, type Platform, type Services } from '../access/platform.ts';
import {
  listOperations,
  type ConsoleApi,
  type ConsoleOperation,
  type ConsoleOperations,
  type Handlers,
} from '../lib/declaration.ts';
import { Failure } from '../lib/errors.ts';
import { cookieJar } from '../lib/http/cookies.ts';
import {
  declare,
  provenBounds,
  resource,
  type Arrival,
  type CallerKind,
  type Operation,
  type Resource,
} from './declaration.ts';
import { assertOwnPage, formToken } from './ownPage.ts';
import { servicesOf } from './services.ts';

/** A browser that is signed in; the token proves that a page of ours sends. */
type Visitor<S extends Session = Session> = { session: S; form_token: string };

/** Somebody of an account, as the verbs of the dashboard know them. */
type SignedIn = Context & Visitor<PersonSession>;

/** Anybody, acting on their own sign-in. */
type Anyone = Context & Visitor;

/** One of the staff, who acts on accounts but belongs to none. */
type StaffMember = Platform & { session: StaffSession };

/** Who asks, as the verbs of each audience know them. */
type CallerOf = {
  anyone: Anyone;
  member: SignedIn;
  admin: SignedIn;
  staff: StaffMember;
  /** Somebody of an account, or staff acting on what is the platform's own. */
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
      return declare(anyone, declared);
    case 'staff':
      return declare(staff, declared);
    case 'member':
    case 'admin':
      return declare(PEOPLE[role], declared);
  }
}

function declareForPlatform(operation: ConsoleOperation, handle: Handle<Context>): Operation {
  const { role: audience, ...declaration } = operation;
  return declare(staff, {
    ...declaration,
    audience,
    handle: (by, input) => handle(actAsPlatform(by), input),
  });
}

const PEOPLE = { member: person('member'), admin: person('admin') };

function person(role: 'member' | 'admin'): CallerKind<Visitor<PersonSession>, SignedIn> {
  return signedIn((session) => personOf(session, role), actForSelf);
}

const anyone: CallerKind<Visitor, Anyone> = signedIn((session) => session, actForSelf);

const staff: CallerKind<Visitor<StaffSession>, StaffMember> = signedIn(
  staffOf,
  ({ session }, { db, now, tools }) => ({
    db,
    now,
    tools,
    staff_id: session.user_id,
    session,
  }),
);

/** Answers are not kept for a repetition here: some hold a secret that is shown once. */
function signedIn<S extends Session, By>(
  narrow: (session: Session) => S,
  actFor: (visitor: Visitor<S>, here: Services) => By,
): CallerKind<Visitor<S>, By> {
  return {
    asks_for: 'session',
    boundsOf: provenBounds,
    async identify(arrival) {
      const { session, form_token } = await identifyVisitor(arrival);
      return { session: narrow(session), form_token };
    },
    async run(visitor, verb, { services }, { status }) {
      const answer = await verb(actFor(visitor, servicesOf(services)));
      return { status, text: JSON.stringify(answer), replayed: false };
    },
  };
}

function actForSelf<S extends Session>(visitor: Visitor<S>, here: Services): Context & Visitor<S> {
  return { ...actAs(here, accountOf(visitor.session), visitor.session.user_id), ...visitor };
}

const FORM_TOKEN_HEADER = 'x-form-token';

/** 401 without a live sign-in, 403 for what another page sends. */
async function identifyVisitor({ request, door, services, note }: Arrival): Promise<Visitor> {
  const token = cookieJar(services.tools.public_url).read(request.raw, 'session');
  if (token === undefined) throw new Failure('MISSING_AUTH', 'Sign in first');
  const session = await door.findSession?.(servicesOf(services), token);
  if (!session) throw new Failure('INVALID_KEY', 'Your sign-in has ended, sign in again');
  const form_token = formToken(token);
  const sent = String(request.headers[FORM_TOKEN_HEADER] ?? '');
  if (request.method !== 'GET') assertOwnPage(services.tools.public_url, request.headers, sent, form_token);
  note({ account_id: accountOf(session), credential_id: session.id });
  return { session, form_token };
}
