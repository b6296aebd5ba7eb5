import type { Html } from '../lib/html.ts';
import type { Context } from './context.ts';
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

/** A browser that asks for a page or sends its form. */
export type Visit = Services & {
  session: Session | undefined;
  /** Somebody who is signed in, acting in their account; staff, acting on their own sign-in. */
  actAs(session: Session): Context;
  query: URLSearchParams;
  /** The query as it was sent, byte for byte. */
  raw_query: string;
  /** The fields of a form; what was sent more than once is left out. */
  field(name: string): string;
  /** Proves that a form was shown to this very browser. */
  form_token: string;
  address: string;
  browser: string;
  /** The token of the browser's session cookie, live or not. */
  token: string | undefined;
};

export type PageAnswer =
  | {
      kind: 'page';
      body: Html;
      status?: 200 | 400 | 403 | 404 | 429;
      /** Whether a form of it may end up outside: Chromium follows `form-action` through every redirect. */
      leads_outside?: boolean;
      signs_in?: string;
    }
  /** To be saved under this name, piece by piece. */
  | { kind: 'file'; name: string; type: string; pieces: AsyncIterable<string> }
  /** `signs_in` puts a token into the session cookie; an empty one takes it out. */
  | { kind: 'redirect'; to: string; signs_in?: string };

export type PageHandlers = {
  GET?: (visit: Visit) => Promise<PageAnswer>;
  POST?: (visit: Visit) => Promise<PageAnswer>;
};

export type PageResource = { path: string; handlers: PageHandlers } & PageOptions;

type PageOptions = {
  /** Without a session its form has nothing left to protect: a second click is led on, not refused. */
  only_ends_session?: boolean;
};

export function page(path: string, handlers: PageHandlers, options: PageOptions = {}): PageResource {
  return { path, handlers, ...options };
}

export function showPage(
  body: Html,
  options: Omit<Extract<PageAnswer, { kind: 'page' }>, 'kind' | 'body'> = {},
): PageAnswer {
  return { kind: 'page', body, ...options };
}

export function redirectTo(to: string, signs_in?: string): PageAnswer {
  return { kind: 'redirect', to, ...(signs_in !== undefined && { signs_in }) };
}
