import { renderPage, hiddenInput } from '../../doors/pageLayout.ts';
import { SCOPES } from '../../access/scopes.ts';
import { html, type Html } from '../../lib/text/html.ts';
import { redirectHost } from './location.ts';
import type { ConsentQuestion } from './consent.ts';
import { translate, translateIfKnown } from '../../doors/translate.ts';

/** The values with which the consent page returns after another sign-in. */
export type SignInLinkContext = { form_token: string; here: string };

export function consentPage(question: ConsentQuestion, again: SignInLinkContext): Html {
  const { client, logos, redirect_uri, scopes, person } = question;
  const body = html`<section class="card">
      ${showLogos(logos)}
      <h1>${translate('Connect {app} to {account}?', { app: client.name, account: person.account_name })}</h1>
      ${client.description && html`<p class="soft">${client.description}</p>`}
      <p class="lead">${translate('The app will be able to:')}</p>
      <ul class="scopes" aria-label="${translate('Permissions of the app')}">
        ${scopes.map((scope) => html`<li>${TICK}<span>${translateIfKnown(SCOPES[scope])}</span></li>`)}
      </ul>
      <dl class="facts">
        <dt>${translate('Developed by')}</dt>
        <dd>${client.owner_name}${homepage(client.homepage)}</dd>
        <dt>${translate('You are then redirected to')}</dt>
        <dd>${redirectHost(redirect_uri)}</dd>
        <dt>${translate('Signed in as')}</dt>
        <dd>${person.full_name}, ${person.email}</dd>
      </dl>
      ${client.status === 'development' && notReviewed()}
      ${person.role === 'admin' ? undefined : onlyAdmins()}
      <form method="post" action="/oauth/authorize">
        ${hiddenInput('form_token', again.form_token)}
        ${hiddenInput('authorization_id', question.authorization_id)}
        <div class="choices">
          <button class="second" name="decision" value="denied">
            ${person.role === 'admin' ? translate('Deny') : translate('Go back')}
          </button>
          ${person.role === 'admin' && html`<button name="decision" value="allowed">${translate('Allow')}</button>`}
        </div>
      </form>
      <p class="below soft small">${translate('You can disconnect it at any time.')}</p>
    </section>
    ${otherUserForm(again)}`;
  return renderPage({ title: translate('Connect {app}', { app: client.name }), body });
}

/** Staff have no account that an app could be connected to. */
export function noAccountPage(again: SignInLinkContext): Html {
  const title = translate('Staff cannot connect apps');
  const body = html`<section class="card">
      <h1>${title}</h1>
      <p class="soft">
        ${translate(
          'You are signed in as platform staff. Only an admin of an account can connect an app to it. Sign in as an admin of the account.',
        )}
      </p>
    </section>
    ${otherUserForm(again)}`;
  return renderPage({ title, body });
}

/** Names stand beside them: they say nothing to who does not see them. */
function showLogos({ app, account }: ConsentQuestion['logos']): Html | undefined {
  const shown = [app, account].filter((logo) => logo !== null);
  if (shown.length === 0) return undefined;
  return html`<p class="logos">${shown.map((logo) => html`<img src="${logo}" alt="" />`)}</p>`;
}

function otherUserForm({ form_token, here }: SignInLinkContext): Html {
  return html`<form class="below" method="post" action="/sign-out">
    ${hiddenInput('form_token', form_token)} ${hiddenInput('next', here)} ${translate('Wrong user?')}
    <button class="link">${translate('Sign in as a different user')}</button>
  </form>`;
}

function homepage(url: string): Html | undefined {
  return url === '' ? undefined : html` (<a href="${url}" rel="noreferrer">${new URL(url).host}</a>)`;
}

function notReviewed(): Html {
  return html`<p class="notice">
    ${translate('This app is in development. It has not been reviewed, and only your account can connect it.')}
  </p>`;
}

function onlyAdmins(): Html {
  return html`<p class="notice wrong" role="alert">
    ${translate('Only an admin of your account can connect apps. Ask an admin.')}
  </p>`;
}

const TICK = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
</svg>`;
