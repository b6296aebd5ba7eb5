import type { FastifyRequest } from 'fastify';
import { Failure } from '../lib/errors.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import type { Context } from './context.ts';
import { assertOwnPage, formToken } from './ownPage.ts';
import type { Platform, Services } from './platform.ts';
import type { PersonSession, Session, StaffSession } from './visit.ts';

/** Whom an operation of the dashboard is for; an admin may all that a member may, staff only what is theirs. */
export type Audience = 'anyone' | 'member' | 'admin' | 'staff';

/** A browser that somebody is signed in with; the token proves that a page of ours sends. */
export type Visitor = { session: Session; form_token: string };

/** Somebody of an account, as the verbs of the dashboard know them. */
export type SignedIn = Context & { session: PersonSession; form_token: string };

/** Anybody, acting on their own sign-in. */
export type Anyone = Context & Visitor;

/** One of the staff, who acts on accounts but belongs to none. */
export type StaffMember = Platform & { session: StaffSession };

export type VisitorsOptions = {
  public_url: string;
  cookies: CookieJar;
  findSession: (here: Services, token: string) => Promise<Session | undefined>;
};

/** Finds who sends a request of the dashboard: 401 without a live session, 403 for what another page sends. */
export type Visitors = { identify(request: FastifyRequest, here: Services): Promise<Visitor> };

const FORM_TOKEN_HEADER = 'x-form-token';

export function browserVisitors({ public_url, cookies, findSession }: VisitorsOptions): Visitors {
  return {
    async identify(request, here) {
      const token = cookies.read(request.raw, 'session');
      if (token === undefined) throw new Failure('MISSING_AUTH', 'Sign in first');
      const session = await findSession(here, token);
      if (!session) throw new Failure('INVALID_KEY', 'Your sign-in has ended, sign in again');
      const form_token = formToken(token);
      const sent = String(request.headers[FORM_TOKEN_HEADER] ?? '');
      if (request.method !== 'GET') assertOwnPage(public_url, request.headers, sent, form_token);
      return { session, form_token };
    },
  };
}

export function isAllowed({ role }: Session, audience: Audience): boolean {
  switch (audience) {
    case 'anyone':
      return true;
    case 'member':
      return role !== 'staff';
    case 'admin':
    case 'staff':
      return role === audience;
  }
}

export function assertAllowed(session: Session, audience: Audience): void {
  if (isAllowed(session, audience)) return;
  throw new Failure('FORBIDDEN', NEEDS[audience]);
}

const NEEDS: Record<Audience, string> = {
  anyone: 'This needs a sign-in',
  member: 'This needs somebody of an account',
  admin: 'This needs an admin of the account',
  staff: "This needs one of the platform's staff",
};
