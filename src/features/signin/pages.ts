import type { Session } from '../../access/browser.ts';
import { page, type Visit } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { hasSecondFactor } from '../secondFactor/secondFactor.ts';
import { ACCOUNT, safeNext } from './next.ts';
import { listOwnSessions, signOut, signOutEverywhere } from './sessions.ts';
import { signIn } from './signIn.ts';
import { accountPage, signInPage } from './views.ts';

const OUTSIDE = { leads_outside: true } as const;

export const signInResource = page('/sign-in', {
  async GET(visit) {
    const next = safeNext(visit.query.get('next') ?? '');
    if (visit.session) return redirectTo(next);
    return showPage(signInPage({ form_token: visit.form_token, next }), OUTSIDE);
  },
  async POST(visit) {
    const next = safeNext(visit.field('next'));
    const email = visit.field('email');
    const outcome = await signIn(visit, { email, password: visit.field('password') }, visit);
    const view = { form_token: visit.form_token, next, email };
    switch (outcome.kind) {
      case 'signed-in':
        return redirectTo(next, outcome.token);
      case 'needs-code':
        return redirectTo(`/sign-in/code?next=${encodeURIComponent(next)}`, outcome.token);
      case 'wrong':
        return showPage(signInPage({ ...view, wrong: WRONG }), { status: 400, ...OUTSIDE });
      case 'slow-down':
        return showPage(signInPage({ ...view, wrong: SLOW_DOWN }), { status: 429, ...OUTSIDE });
    }
  },
});

const WRONG = 'The e-mail address or the password is wrong.';
const SLOW_DOWN = 'Too many attempts. Wait a quarter of an hour, then try again.';

const ENDS_SESSION = { only_ends_session: true };

export const signOutResource = page(
  '/sign-out',
  {
    async POST(visit) {
      if (visit.session) await signOut(visit.actAs(visit.session), visit.session, visit.session.id);
      const next = visit.field('next');
      return redirectTo(next ? `/sign-in?next=${encodeURIComponent(safeNext(next))}` : '/sign-in', '');
    },
  },
  ENDS_SESSION,
);

export const accountResource = page(ACCOUNT, {
  GET: signedIn(async (visit, session) => {
    const ctx = visit.actAs(session);
    const sessions = await listOwnSessions(ctx, session.user_id);
    const has_second_factor = await hasSecondFactor(ctx.db, ctx.account_id, session.user_id);
    return showPage(accountPage({ form_token: visit.form_token, session, sessions, has_second_factor }));
  }),
});

export const signOutSessionResource = page('/account/sign-out-session', {
  POST: signedIn(async (visit, session) => {
    await signOut(visit.actAs(session), session, visit.field('session_id'));
    return redirectTo(ACCOUNT);
  }),
});

export const signOutEverywhereResource = page(
  '/account/sign-out-everywhere',
  {
    POST: signedIn(async (visit, session) => {
      await signOutEverywhere(visit.actAs(session), session.user_id);
      return redirectTo('/sign-in', '');
    }),
  },
  ENDS_SESSION,
);

/** Whoever is not signed in signs in first and comes back. */
export function signedIn(
  handle: (visit: Visit, session: Session) => Promise<PageAnswer>,
): (visit: Visit) => Promise<PageAnswer> {
  return async (visit) =>
    visit.session ? handle(visit, visit.session) : redirectTo(`/sign-in?next=${encodeURIComponent(ACCOUNT)}`);
}
