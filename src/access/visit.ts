import type { Html } from '../lib/html.ts';
import type { Database } from '../lib/sql.ts';
import type { Context } from './context.ts';

/** Somebody who is signed in with a browser. */
export type Session = {
  id: string;
  account_id: string;
  account_name: string;
  user_id: string;
  email: string;
  full_name: string;
  is_admin: boolean;
};

/** A browser that asks for a page or sends its form. */
export type Visit = {
  db: Database;
  now: Date;
  session: Session | undefined;
  /** What a person who is signed in may do, as verbs want it. */
  actAs(session: Session): Context;
  seenBy: (account_id: string) => Database;
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
  /** `signs_in` puts a token into the session cookie; an empty one takes it out. */
  | { kind: 'redirect'; to: string; signs_in?: string };

export type PageHandlers = {
  GET?: (visit: Visit) => Promise<PageAnswer>;
  POST?: (visit: Visit) => Promise<PageAnswer>;
};

export type PageResource = { path: string; handlers: PageHandlers };

export function page(path: string, handlers: PageHandlers): PageResource {
  return { path, handlers };
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
