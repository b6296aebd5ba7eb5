import { PAGE_LANGUAGES } from '../../lib/text/language.ts';
import type { SignIn } from '../../access/signIn.ts';
import { declarePage, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { hasSecondFactor } from '../secondFactor/secondFactor.ts';
import { listDemoSignIns } from './demo.ts';
import { storeLanguageOfUser } from './language.ts';
import { ACCOUNT_PATH, sanitizeNextPath } from './next.ts';
import { listOwnSignIns, signOut, signOutEverywhere } from './signIns.ts';
import { signIn } from './signIn.ts';
import { accountPage, signInPage } from './views.ts';
import { t } from './texts.ts';

const OUTSIDE = { leads_outside: true } as const;

export const signInResource = declarePage('/sign-in', {
  async GET(visit) {
    const next = sanitizeNextPath(visit.query.get('next') ?? '');
    if (visit.sign_in) return redirectTo(next);
    const demo = await listDemoSignIns(visit);
    return showPage(signInPage({ form_token: visit.form_token, next, demo }), OUTSIDE);
  },
  async POST(visit) {
    const next = sanitizeNextPath(visit.field('next'));
    const email = visit.field('email');
    const outcome = await signIn(visit, { email, password: visit.field('password') }, visit);
    const view = { form_token: visit.form_token, next, email, demo: await listDemoSignIns(visit) };
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

const WRONG = t('The email address or the password is wrong.');
const SLOW_DOWN = t('Too many attempts. Try again in 15 minutes.');

const ENDS_SIGN_IN = { only_ends_sign_in: true };

export const signOutResource = declarePage(
  '/sign-out',
  {
    async POST(visit) {
      if (visit.sign_in) await signOut(visit.actAs(visit.sign_in), visit.sign_in, visit.sign_in.id);
      const next = visit.field('next');
      return redirectTo(
        next ? `/sign-in?next=${encodeURIComponent(sanitizeNextPath(next))}` : '/sign-in',
        '',
      );
    },
  },
  ENDS_SIGN_IN,
);

export const accountResource = declarePage(ACCOUNT_PATH, {
  GET: requireSignIn(async (visit, sign_in) => {
    const ctx = visit.actAs(sign_in);
    const sign_ins = await listOwnSignIns(ctx, sign_in.user_id);
    const has_second_factor = await hasSecondFactor(ctx.db, ctx.account_id, sign_in.user_id);
    return showPage(accountPage({ form_token: visit.form_token, sign_in, sign_ins, has_second_factor }));
  }),
});

/** Sets the language of all pages in this browser and of mails to the signed-in user, then redirects back. */
export const languageResources = PAGE_LANGUAGES.map((speaks) =>
  declarePage(`/language/${speaks}`, {
    async GET(visit) {
      const { came_from, sign_in } = visit;
      // `came_from` is empty for links on other sites, which must not change the stored language.
      if (sign_in && came_from !== '') {
        const ctx = visit.actAs(sign_in);
        await storeLanguageOfUser(ctx.db, { account_id: ctx.account_id, user_id: sign_in.user_id }, speaks);
      }
      return { kind: 'redirect', to: sanitizeNextPath(came_from), speaks };
    },
  }),
);

export const signOutOneResource = declarePage('/account/sign-out-session', {
  POST: requireSignIn(async (visit, sign_in) => {
    await signOut(visit.actAs(sign_in), sign_in, visit.field('session_id'));
    return redirectTo(ACCOUNT_PATH);
  }),
});

export const signOutEverywhereResource = declarePage(
  '/account/sign-out-everywhere',
  {
    POST: requireSignIn(async (visit, sign_in) => {
      await signOutEverywhere(visit.actAs(sign_in), sign_in.user_id);
      return redirectTo('/sign-in', '');
    }),
  },
  ENDS_SIGN_IN,
);

/** Redirects visitors without a sign-in to the sign-in page, and from there to the account page. */
export function requireSignIn(
  handle: (visit: PageRequest, sign_in: SignIn) => Promise<PageAnswer>,
): (visit: PageRequest) => Promise<PageAnswer> {
  return async (visit) =>
    visit.sign_in
      ? handle(visit, visit.sign_in)
      : redirectTo(`/sign-in?next=${encodeURIComponent(ACCOUNT_PATH)}`);
}
