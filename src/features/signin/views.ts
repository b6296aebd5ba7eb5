import { errorNotice, renderPage, hiddenInput } from '../../doors/pageLayout.ts';
import type { DemoSignIn } from '../../access/tools.ts';
import type { SignIn } from '../../access/signIn.ts';
import { html, type Html, type HtmlValue } from '../../lib/text/html.ts';
import type { OwnSignIn } from './sql/signIns.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

export type SignInView = {
  form_token: string;
  next: string;
  email?: string;
  wrong?: LocalizedText;
  notice?: LocalizedText;
  demo?: readonly DemoSignIn[];
};

export function signInPage({ form_token, next, email = '', wrong, notice, demo = [] }: SignInView): Html {
  const body = html`<section class="card">
      <h1>${t('Sign in')}</h1>
      ${notice && html`<p class="notice" role="status">${notice}</p>`} ${errorNotice(wrong)}
      <form method="post" action="/sign-in">
        ${hiddenInput('form_token', form_token)} ${hiddenInput('next', next)}
        <div class="field">
          <label for="email">${t('Email address')}</label>
          <input
            id="email"
            name="email"
            type="email"
            value="${email}"
            autocomplete="username"
            required
            ${focus(!email)}
          />
        </div>
        <div class="field">
          <label for="password">${t('Password')}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${focus(Boolean(email))}
          />
        </div>
        <button>${t('Sign in')}</button>
      </form>
    </section>
    ${demo.length > 0 && demoSignIns(demo, { form_token, next })}
    <p class="below"><a href="/reset-password">${t('Forgot your password?')}</a></p>`;
  return renderPage({ title: t('Sign in'), body });
}

const ROLES = { admin: t('Admin'), member: t('Member'), staff: t('Platform staff') };

/** The sign-ins of the demo. Each row signs in with one click. */
function demoSignIns(demo: readonly DemoSignIn[], { form_token, next }: SignInView): Html {
  return html`<section class="card">
    <h2>${t('Try the demo')}</h2>
    <p class="soft">
      ${t('This installation has a demo account. Its sign-ins are shown only on this computer.')}
    </p>
    <ul class="rows">
      ${demo.map(
        ({ role, email, password }) =>
          html`<li>
            <div>
              <p>${ROLES[role]}</p>
              <p class="soft small">${email}<br /><code>${password}</code></p>
            </div>
            <form class="inline" method="post" action="/sign-in">
              ${hiddenInput('form_token', form_token)} ${hiddenInput('next', next)}
              ${hiddenInput('email', email)} ${hiddenInput('password', password)}
              <button class="second small">${t('Sign in')}<span class="only-heard"> ${email}</span></button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function focus(here: boolean): Html | undefined {
  return here ? html`autofocus` : undefined;
}

export function secondFactorCodePage({ form_token, next, wrong }: SignInView): Html {
  const body = html`<section class="card">
      <h1>${t('One more step')}</h1>
      <p class="soft">${t('Enter the current code of your authenticator app or a recovery code.')}</p>
      ${errorNotice(wrong)}
      <form method="post" action="/sign-in/code">
        ${hiddenInput('form_token', form_token)} ${hiddenInput('next', next)}
        <div class="field">
          <label for="code">${t('Code')}</label>
          <input
            id="code"
            class="code"
            name="code"
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck="false"
            required
            autofocus
          />
        </div>
        <button>${t('Continue')}</button>
      </form>
    </section>
    <p class="below"><a href="/sign-in">${t('Sign in as a different user')}</a></p>`;
  return renderPage({ title: t('One more step'), body });
}

export type AccountView = {
  form_token: string;
  sign_in: SignIn;
  sign_ins: readonly OwnSignIn[];
  has_second_factor: boolean;
};

export function accountPage({ form_token, sign_in, sign_ins, has_second_factor }: AccountView): Html {
  const body = html`<section class="card">
      <h1>${sign_in.full_name}</h1>
      <p class="soft">${sign_in.email} · ${placeOf(sign_in)}</p>
      <form method="post" action="/sign-out">
        ${hiddenInput('form_token', form_token)}
        <button class="second small">${t('Sign out')}</button>
      </form>
    </section>
    <section class="card">
      <h2>${t('Two-factor sign-in')}</h2>
      <p class="soft">
        ${
          has_second_factor
            ? t('On: signing in also requires a code of your authenticator app.')
            : t('Off: you sign in with your password only.')
        }
      </p>
      <p>
        <a href="/account/second-factor">${has_second_factor ? t('Change or turn off') : t('Turn on')}</a>
      </p>
    </section>
    <section class="card">
      <h2>${t('Active sign-ins')}</h2>
      <ul class="rows">
        ${sign_ins.map((one) => signInRow(one, sign_in.id, form_token))}
      </ul>
      <form method="post" action="/account/sign-out-everywhere">
        ${hiddenInput('form_token', form_token)}
        <button class="second small">${t('Sign out everywhere')}</button>
      </form>
    </section>`;
  return renderPage({ title: t('Profile and security'), wide: true, body });
}

function placeOf(sign_in: SignIn): HtmlValue {
  if (sign_in.role === 'staff') return t('Platform staff');
  return sign_in.role === 'admin' ? `${sign_in.account_name} · Admin` : sign_in.account_name;
}

function signInRow(
  { id, browser, address, last_seen_at }: OwnSignIn,
  current: string,
  form_token: string,
): Html {
  const here = id === current;
  return html`<li>
    <div>
      <p>${browserName(browser)} ${here && html`<span class="badge">${t('This browser')}</span>`}</p>
      <p class="soft small">
        ${address} · ${t('last used {time} UTC', { time: last_seen_at.slice(0, 16).replace('T', ' ') })}
      </p>
    </div>
    ${
      !here &&
      html`<form class="inline" method="post" action="/account/sign-out-session">
        ${hiddenInput('form_token', form_token)} ${hiddenInput('session_id', id)}
        <button class="second small">
          ${t('Sign out')}<span class="only-heard"> ${browserName(browser)}, ${address}</span>
        </button>
      </form>`
    }
  </li>`;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

function browserName(user_agent: string): LocalizedText | string {
  const find = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(user_agent))?.[1];
  const system = find(SYSTEMS);
  const browser = find(BROWSERS);
  if (!browser) return t('Unknown browser');
  return system ? t('{browser} on {system}', { browser, system }) : browser;
}
