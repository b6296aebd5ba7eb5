import { renderSVG } from 'uqr';
import { errorNotice, renderPage, hiddenInput } from '../../doors/pageLayout.ts';
import { page, type PageResource, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { Failure } from '../../lib/errors.ts';
import { html, trusted, type Html, type LocalizedText } from '../../lib/text/html.ts';
import { totpUri } from '../../lib/crypto/totp.ts';
import {
  beginSecondFactor,
  hasSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../secondFactor/secondFactor.ts';
import { signedIn } from './pages.ts';
import { submitSecondFactor } from './signIn.ts';
import { sanitizeNextPath } from './next.ts';
import { findHalfSignIn } from './signIns.ts';
import { codePage } from './views.ts';
import { translate } from '../../doors/translate.ts';

const PATH = '/account/second-factor';
const WRONG = translate('This code is wrong or was already used.');
const WRONG_FIRST = translate('The code is wrong. Is the clock of your device right?');
const SLOW_DOWN = translate('Too many attempts. Wait 15 minutes.');

const codeResource = page('/sign-in/code', {
  async GET(visit) {
    const next = sanitizeNextPath(visit.query.get('next') ?? '');
    if (!(await halfSignIn(visit))) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
    return showPage(codePage({ form_token: visit.form_token, next }), { leads_outside: true });
  },
  async POST(visit) {
    const next = sanitizeNextPath(visit.field('next'));
    const half = await halfSignIn(visit);
    if (!half) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
    const outcome = await submitSecondFactor(visit, half, visit.field('code'), visit);
    if (outcome.kind === 'signed-in') return redirectTo(next, outcome.token);
    const wrong = outcome.kind === 'wrong' ? WRONG : SLOW_DOWN;
    const body = codePage({ form_token: visit.form_token, next, wrong });
    return showPage(body, { status: outcome.kind === 'wrong' ? 400 : 429, leads_outside: true });
  },
});

async function halfSignIn(visit: PageRequest) {
  return visit.token === undefined ? undefined : findHalfSignIn(visit, visit.token);
}

const setUpResource = page(PATH, {
  GET: signedIn(async (visit, sign_in) => {
    const ctx = visit.actAs(sign_in);
    const { user_id, email } = sign_in;
    if (await hasSecondFactor(ctx.db, ctx.account_id, user_id))
      return showPage(turnOffPage(visit.form_token));
    const secret = await beginSecondFactor(ctx, user_id);
    return showPage(setUpPage(visit.form_token, secret, totpUri(secret, 'Tenant Ops', email)));
  }),
});

const turnOnResource = page(`${PATH}/turn-on`, {
  POST: signedIn((visit, sign_in) =>
    orAgain(async () => {
      const given = { code: visit.field('code'), current_password: visit.field('current_password') };
      const codes = await turnOnSecondFactor(visit.actAs(sign_in), sign_in, given);
      return codes ? showPage(recoveryPage(codes)) : showPage(stillOffPage(WRONG_FIRST), { status: 400 });
    }, stillOffPage),
  ),
});

const turnOffResource = page(`${PATH}/turn-off`, {
  POST: signedIn((visit, sign_in) => {
    const again = (wrong: LocalizedText) => turnOffPage(visit.form_token, wrong);
    return orAgain(async () => {
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
async function orAgain(
  work: () => Promise<PageAnswer>,
  again: (wrong: LocalizedText) => Html,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'TOO_MANY_REQUESTS') return showPage(again(SLOW_DOWN), { status: 429 });
    if (error.code !== 'BAD_REQUEST') throw error;
    return showPage(again(translate('The password is wrong.')), { status: 400 });
  }
}

function setUpPage(form_token: string, secret: string, uri: string): Html {
  const body = html`<section class="card">
    <h1>${translate('Turn on two-factor sign-in')}</h1>
    <p class="soft">${translate('Scan this code with your authenticator app, or enter the key.')}</p>
    <div class="qr" role="img" aria-label="${translate('QR code of the key below')}">
      ${trusted(renderSVG(uri, { border: 2 }))}
    </div>
    <p><a href="${uri}">${translate('Open in an app on this device')}</a></p>
    <p class="small">${translate('Key:')} <code>${secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code></p>
    ${codeForm(form_token, 'turn-on', translate('Turn on'), passwordField())}
  </section>`;
  return renderPage({ title: translate('Two-factor sign-in'), body });
}

function turnOffPage(form_token: string, wrong?: LocalizedText): Html {
  const body = html`<section class="card">
    <h1>${translate('Turn off two-factor sign-in')}</h1>
    <p class="soft">
      ${translate('You then sign in with your password only, and your recovery codes stop working.')}
    </p>
    ${errorNotice(wrong)} ${codeForm(form_token, 'turn-off', translate('Turn off'))}
    <p class="below"><a href="/account">${translate('Keep it')}</a></p>
  </section>`;
  return renderPage({ title: translate('Two-factor sign-in'), body });
}

function codeForm(form_token: string, action: string, label: LocalizedText, more?: Html): Html {
  return html`<form method="post" action="${PATH}/${action}">
    ${hiddenInput('form_token', form_token)}
    <div class="field">
      <label for="code">${translate('Current code of the app')}</label>
      <input id="code" class="code" name="code" autocomplete="one-time-code" inputmode="numeric" required />
    </div>
    ${more}
    <button>${label}</button>
  </form>`;
}

function passwordField(): Html {
  return html`<div class="field">
    <label for="current_password">${translate('Your password')}</label>
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
    <h1>${translate('Store these codes')}</h1>
    <p class="soft">
      ${translate('Each code works once if you lose your authenticator app. The codes are not shown again.')}
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code.replaceAll(/(.{4})(?!$)/g, '$1-')}</li>`)}
    </ul>
    <p><a href="/account">${translate('Done, I stored them')}</a></p>
  </section>`;
  return renderPage({ title: translate('Recovery codes'), body });
}

function stillOffPage(why: LocalizedText): Html {
  const body = html`<section class="card">
    <h1>${translate('Two-factor sign-in is still off')}</h1>
    <p class="soft">${why} ${translate('Start again with a new key.')}</p>
    <p><a href="${PATH}">${translate('Try again')}</a></p>
  </section>`;
  return renderPage({ title: translate('Two-factor sign-in'), body });
}
