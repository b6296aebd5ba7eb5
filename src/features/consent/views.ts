import { renderPage, hiddenInput } from '../../doors/pageLayout.ts';
import { describeScope } from '../../access/scopes.ts';
import { html, type Html } from '../../lib/text/html.ts';
import { describeRedirectTarget } from './location.ts';
import type { ConsentQuestion } from './consent.ts';
import { t } from './texts.ts';

/** Hidden form values that lead back to the consent page after the visitor signs in as a different user. */
export type OtherUserFormValues = { form_token: string; here: string };

export function consentPage(question: ConsentQuestion, other_user_form: OtherUserFormValues): Html {
  const { client, logos, redirect_uri, scopes, sign_in: person } = question;
  const body = html`<section class="card">
      ${showLogos(logos)}
      <h1>${t('Connect {app} to {account}?', { app: client.name, account: person.account_name })}</h1>
      ${client.description && html`<p class="soft">${client.description}</p>`}
      <p class="lead">${t('The app will be able to:')}</p>
      <ul class="scopes" aria-label="${t('Permissions of the app')}">
        ${scopes.map((scope) => html`<li>${TICK}<span>${describeScope(scope)}</span></li>`)}
      </ul>
      <dl class="facts">
        <dt>${t('Developed by')}</dt>
        <dd>${client.owner_name}${homepage(client.homepage)}</dd>
        <dt>${t('You are then redirected to')}</dt>
        <dd>${describeRedirectTarget(redirect_uri)}</dd>
        <dt>${t('Signed in as')}</dt>
        <dd>${person.full_name}, ${person.email}</dd>
      </dl>
      ${client.status === 'development' && notReviewed()}
      ${person.role === 'admin' ? undefined : onlyAdmins()}
      <form method="post" action="/oauth/authorize">
        ${hiddenInput('form_token', other_user_form.form_token)}
        ${hiddenInput('authorization_id', question.authorization_id)}
        <div class="choices">
          <button class="second" name="decision" value="denied">
            ${person.role === 'admin' ? t('Deny') : t('Go back')}
          </button>
          ${person.role === 'admin' && html`<button name="decision" value="allowed">${t('Allow')}</button>`}
        </div>
      </form>
      <p class="below soft small">${t('You can disconnect it at any time.')}</p>
    </section>
    ${otherUserForm(other_user_form)}`;
  return renderPage({ title: t('Connect {app}', { app: client.name }), body });
}

/** A page for staff, who belong to no account and therefore cannot connect an app. */
export function noAccountPage(other_user_form: OtherUserFormValues): Html {
  const title = t('Staff cannot connect apps');
  const body = html`<section class="card">
      <h1>${title}</h1>
      <p class="soft">
        ${t(
          'You are signed in as platform staff. Only an admin of an account can connect an app to it. Sign in as an admin of the account.',
        )}
      </p>
    </section>
    ${otherUserForm(other_user_form)}`;
  return renderPage({ title, body });
}

/** The logos have an empty `alt` text because the heading already names the app and the account. */
function showLogos({ app, account }: ConsentQuestion['logos']): Html | undefined {
  const shown = [app, account].filter((logo) => logo !== null);
  if (shown.length === 0) return undefined;
  return html`<p class="logos">${shown.map((logo) => html`<img src="${logo}" alt="" />`)}</p>`;
}

function otherUserForm({ form_token, here }: OtherUserFormValues): Html {
  return html`<form class="below" method="post" action="/sign-out">
    ${hiddenInput('form_token', form_token)} ${hiddenInput('next', here)} ${t('Not you?')}
    <button class="link">${t('Sign in as a different user')}</button>
  </form>`;
}

function homepage(url: string): Html | undefined {
  return url === '' ? undefined : html` (<a href="${url}" rel="noreferrer">${new URL(url).host}</a>)`;
}

function notReviewed(): Html {
  return html`<p class="notice">
    ${t('This app is in development. It has not been reviewed, and only your account can connect it.')}
  </p>`;
}

function onlyAdmins(): Html {
  return html`<p class="notice wrong" role="alert">
    ${t('Only an admin of your account can connect apps. Ask an admin.')}
  </p>`;
}

const TICK = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
</svg>`;
