import type { Audience } from './dashboardApi.ts';
import { forbidden } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import { PLATFORM_ACCOUNT_ID, type RequestServices } from './platform.ts';

type SignInBase = {
  id: string;
  user_id: string;
  email: string;
  full_name: string;
  /** The locale for dates and numbers; null for the locale of the browser. */
  locale: string | null;
};

/** A user of an account who is signed in with a browser. */
export type UserSignIn = SignInBase & {
  role: 'admin' | 'member';
  account_id: string;
  account_name: string;
  /** The time zone that defines the days of the account. */
  time_zone: string;
};

/** A member of the platform's staff who is signed in; staff have no account. */
export type StaffSignIn = SignInBase & { role: 'staff' };

/** A browser's sign-in; `role` is admin, member or staff. */
export type SignIn = UserSignIn | StaffSignIn;

/** The account id that a sign-in is stored under: its account, or PLATFORM. */
export function accountIdOf(sign_in: SignIn): string {
  return sign_in.role === 'staff' ? PLATFORM_ACCOUNT_ID : sign_in.account_id;
}

/** Finds the sign-in by the token of its cookie. */
export type FindSignIn = (services: RequestServices, token: string) => Promise<SignIn | undefined>;

export function isAllowed({ role }: SignIn, audience: Audience): boolean {
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

/** 403 for staff, and for a member if `role` is admin. */
export function requireUserSignIn(sign_in: SignIn, role: 'member' | 'admin'): UserSignIn {
  if (sign_in.role === 'staff' || !isAllowed(sign_in, role)) throw forbidden(null, NEEDS[role]);
  return sign_in;
}

/** 403 for users of an account. */
export function requireStaffSignIn(sign_in: SignIn): StaffSignIn {
  if (sign_in.role !== 'staff') throw forbidden(null, NEEDS.staff);
  return sign_in;
}

const NEEDS = {
  member: accessReasons.needs_member,
  admin: accessReasons.needs_admin,
  staff: accessReasons.needs_staff,
};
