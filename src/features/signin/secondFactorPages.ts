import { renderSVG } from 'uqr';
import { errorNotice, renderPage, hiddenInput } from '../../doors/pageLayout.ts';
import { declarePage, type PageResource, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { Failure } from '../../lib/errors.ts';
import { html, trustedHtml, type Html } from '../../lib/text/html.ts';
import { totpUri } from '../../lib/crypto/totp.ts';
import {
  createSecondFactorSecret,
  hasSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../secondFactor/secondFactor.ts';
import { requireSignIn } from './pages.ts';
import { submitSecondFactor } from './signIn.ts';
import { sanitizeNextPath } from './next.ts';
import { findIncompleteSignIn } from './signIns.ts';
import { secondFactorCodePage } from './views.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

const PATH = '/account/second-factor';
const WRONG = t('This code is wrong or was already used.');
const WRONG_FIRST = t('The code is wrong. Is the clock of your device right?');
const SLOW_DOWN = t('Too many attempts. Wait 15 minutes.');

const codeResource = declarePage('/sign-in/code', {
  async GET(visit) {
    const next = sanitizeNextPath(visit.query.get('next') ?? '');
    if (!(await halfSignIn(visit))) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
    return showPage(secondFactorCodePage({ form_token: visit.form_token, next }), { leads_outside: true });
  },
  async POST(visit) {
    const next = sanitizeNextPath(visit.field('next'));
    const half = await halfSignIn(visit);
    if (!half) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
    const outcome = await submitSecondFactor(visit, half, visit.field('code'), visit);
    if (outcome.kind === 'signed-in') return redirectTo(next, outcome.token);
    const wrong = outcome.kind === 'wrong' ? WRONG : SLOW_DOWN;
    const body = secondFactorCodePage({ form_token: visit.form_token, next, wrong });
    return showPage(body, { status: outcome.kind === 'wrong' ? 400 : 429, leads_outside: true });
  },
});

async function halfSignIn(visit: PageRequest) {
  return visit.token === undefined ? undefined : findIncompleteSignIn(visit, visit.token);
}

const setUpResource = declarePage(PATH, {
  GET: requireSignIn(async (visit, sign_in) => {
    const ctx = visit.actAs(sign_in);
    const { user_id, email } = sign_in;
    if (await hasSecondFactor(ctx.db, ctx.account_id, user_id))
      return showPage(turnOffPage(visit.form_token));
    const secret = await createSecondFactorSecret(ctx, user_id);
    return showPage(setUpPage(visit.form_token, secret, totpUri(secret, 'Tenant Ops', email)));
  }),
});

const turnOnResource = declarePage(`${PATH}/turn-on`, {
  POST: requireSignIn((visit, sign_in) =>
    showFormAgainOnFailure(async () => {
      const given = { code: visit.field('code'), current_password: visit.field('current_password') };
      const codes = await turnOnSecondFactor(visit.actAs(sign_in), sign_in, given);
      return codes ? showPage(recoveryPage(codes)) : showPage(stillOffPage(WRONG_FIRST), { status: 400 });
    }, stillOffPage),
  ),
});

const turnOffResource = declarePage(`${PATH}/turn-off`, {
  POST: requireSignIn((visit, sign_in) => {
    const again = (wrong: LocalizedText) => turnOffPage(visit.form_token, wrong);
    return showFormAgainOnFailure(async () => {
      const code = visit.field('code');
      const off = await turnOffSecondFactor(visit.actAs(sign_in), sign_in.user_id, code);
      return off ? redirectTo('/account') : showPage(again(WRONG), { status: 400 });
    }, again);
  }),
});

export const secondFactorPages: readonly PageResource[] = [
  codeResource,
  setUpResource,
  turnOnResource,
  turnOffResource,
];

/** Shows the page again after a wrong password or too many guesses. */
async function showFormAgainOnFailure(
  work: () => Promise<PageAnswer>,
  again: (wrong: LocalizedText) => Html,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'TOO_MANY_REQUESTS') return showPage(again(SLOW_DOWN), { status: 429 });
    if (error.code !== 'BAD_REQUEST') throw error;
    return showPage(again(t('The password is wrong.')), { status: 400 });
  }
}

function setUpPage(form_token: string, secret: string, uri: string): Html {
  const body = html`<section class="card">
    <h1>${t('Turn on two-factor sign-in')}</h1>
    <p class="soft">${t('Scan this code with your authenticator app, or enter the key.')}</p>
    <div class="qr" role="img" aria-label="${t('QR code of the key below')}">
      ${trustedHtml(renderSVG(uri, { border: 2 }))}
    </div>
    <p><a href="${uri}">${t('Open in an app on this device')}</a></p>
    <p class="small">${t('Key:')} <code>${secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code></p>
    ${codeForm(form_token, 'turn-on', t('Turn on'), passwordField())}
  </section>`;
  return renderPage({ title: t('Two-factor sign-in'), body });
}

function turnOffPage(form_token: string, wrong?: LocalizedText): Html {
  const body = html`<section class="card">
    <h1>${t('Turn off two-factor sign-in')}</h1>
    <p class="soft">
      ${t('You then sign in with your password only, and your recovery codes stop working.')}
    </p>
    ${errorNotice(wrong)} ${codeForm(form_token, 'turn-off', t('Turn off'))}
    <p class="below"><a href="/account">${t('Keep it')}</a></p>
  </section>`;
  return renderPage({ title: t('Two-factor sign-in'), body });
}

function codeForm(form_token: string, action: string, label: LocalizedText, more?: Html): Html {
  return html`<form method="post" action="${PATH}/${action}">
    ${hiddenInput('form_token', form_token)}
    <div class="field">
      <label for="code">${t('Current code of the app')}</label>
      <input id="code" class="code" name="code" autocomplete="one-time-code" inputmode="numeric" required />
    </div>
    ${more}
    <button>${label}</button>
  </form>`;
}

function passwordField(): Html {
  return html`<div class="field">
    <label for="current_password">${t('Your password')}</label>
    <input
      id="current_password"
      name="current_password"
      type="password"
      autocomplete="current-password"
      required
    />
  </div>`;
}

function recoveryPage(codes: readonly string[]): Html {
  const body = html`<section class="card">
    <h1>${t('Store these codes')}</h1>
    <p class="soft">
      ${t('Each code works once if you lose your authenticator app. The codes are not shown again.')}
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code.replaceAll(/(.{4})(?!$)/g, '$1-')}</li>`)}
    </ul>
    <p><a href="/account">${t('Done, I stored them')}</a></p>
  </section>`;
  return renderPage({ title: t('Recovery codes'), body });
}

function stillOffPage(why: LocalizedText): Html {
  const body = html`<section class="card">
    <h1>${t('Two-factor sign-in is still off')}</h1>
    <p class="soft">${why} ${t('Start again with a new key.')}</p>
    <p><a href="${PATH}">${t('Try again')}</a></p>
  </section>`;
  return renderPage({ title: t('Two-factor sign-in'), body });
}
