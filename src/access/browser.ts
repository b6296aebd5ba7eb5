import type { Audience } from '../lib/declaration.ts';
import { Failure } from '../lib/errors.ts';
import { PLATFORM, type Services } from './platform.ts';

type SignIn = { id: string; user_id: string; email: string; full_name: string };

/** Somebody of an account who is signed in with a browser. */
export type PersonSession = SignIn & { role: 'admin' | 'member'; account_id: string; account_name: string };

/** One of the platform's staff who is signed in; no account is theirs. */
export type StaffSession = SignIn & { role: 'staff' };

/** Whose a browser is; `role` tells the three apart. */
export type Session = PersonSession | StaffSession;

/** Where the rows of a session stand: under its account, or under the platform. */
export function accountOf(session: Session): string {
  return session.role === 'staff' ? PLATFORM : session.account_id;
}

/** Finds the sign-in behind the token of a cookie. */
export type FindSession = (here: Services, token: string) => Promise<Session | undefined>;

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

/** 403 for staff, and for a member where an admin is needed. */
export function personOf(session: Session, role: 'member' | 'admin'): PersonSession {
  if (session.role === 'staff' || !isAllowed(session, role)) throw new Failure('FORBIDDEN', NEEDS[role]);
  return session;
}

/** 403 for the people of an account. */
export function staffOf(session: Session): StaffSession {
  if (session.role !== 'staff') throw new Failure('FORBIDDEN', NEEDS.staff);
  return session;
}

const NEEDS = {
  member: 'This needs somebody of an account',
  admin: 'This needs an admin of the account',
  staff: "This needs one of the platform's staff",
};
