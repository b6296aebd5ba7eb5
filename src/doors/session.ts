import type { TSchema } from 'typebox';
import {
  accountOf,
  personOf,
  staffOf,
  type PersonSession,
  type Session,
  type StaffSession,
} from '../access/browser.ts';
import type { Context } from '../access/context.ts';
import { actAs, type Platform, type Services } from '../access/platform.ts';
import { Failure } from '../lib/errors.ts';
import { cookieJar } from '../lib/http/cookies.ts';
import {
  declare,
  provenBounds,
  type Arrival,
  type CallerKind,
  type Declaration,
  type Operation,
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

type Unscoped<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  Declaration<By, Q, B, A>,
  'scope' | 'denied'
>;

/** For the people of an account. */
export function consoleOperation<Q extends TSchema, B extends TSchema, A extends TSchema>({
  role,
  ...declaration
}: Unscoped<SignedIn, Q, B, A> & { role: 'member' | 'admin' }): Operation {
  return declare(PEOPLE[role], { ...declaration, audience: role });
}

/** For anybody who is signed in, about their own sign-in. */
export function ownOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<Anyone, Q, B, A>,
): Operation {
  return declare(anyone, { ...declaration, audience: 'anyone' });
}

/** For the platform's staff. */
export function staffOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Unscoped<StaffMember, Q, B, A>,
): Operation {
  return declare(staff, { ...declaration, audience: 'staff' });
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
