import { framePage, hidden } from '../../access/frame.ts';
import { SCOPES } from '../../access/scopes.ts';
import type { Session } from '../../access/visit.ts';
import { html, type Html } from '../../lib/html.ts';
import { destinationOf } from './location.ts';
import type { Question } from './consent.ts';

export type ConsentView = { question: Question; session: Session; form_token: string; here: string };

export function consentPage({ question, session, form_token, here }: ConsentView): Html {
  const { client, redirect_uri, scopes } = question;
  const body = html`<section class="card">
      <h1>Connect ${client.name} to ${session.account_name}?</h1>
      ${client.description && html`<p class="soft">${client.description}</p>`}
      <p class="lead">It will be able to:</p>
      <ul class="scopes" aria-label="What the app may do">
        ${scopes.map((scope) => html`<li>${TICK}<span>${SCOPES[scope]}</span></li>`)}
      </ul>
      <dl class="facts">
        <dt>Made by</dt>
        <dd>${client.owner_name}${homepage(client.homepage)}</dd>
        <dt>You go on to</dt>
        <dd>${destinationOf(redirect_uri)}</dd>
        <dt>You are</dt>
        <dd>${session.full_name}, ${session.email}</dd>
      </dl>
      ${client.status === 'development' && notReviewed()} ${session.is_admin ? undefined : onlyAdmins()}
      <form method="post" action="/oauth/authorize">
        ${hidden('form_token', form_token)} ${hidden('authorization_id', question.authorization_id)}
        <div class="choices">
          <button class="second" name="decision" value="denied">
            ${session.is_admin ? 'Deny' : 'Go back'}
          </button>
          ${session.is_admin && html`<button name="decision" value="allowed">Allow</button>`}
        </div>
      </form>
      <p class="below soft small">You can disconnect it at any time.</p>
    </section>
    <form class="below" method="post" action="/sign-out">
      ${hidden('form_token', form_token)} ${hidden('next', here)} Not you?
      <button class="link">Sign in as somebody else</button>
    </form>`;
  return framePage({ title: `Connect ${client.name}`, body });
}

function homepage(url: string): Html | undefined {
  return url === '' ? undefined : html` (<a href="${url}" rel="noreferrer">${new URL(url).host}</a>)`;
}

function notReviewed(): Html {
  return html`<p class="notice">
    This app is in development: nobody has reviewed it, and only your account can connect it.
  </p>`;
}

function onlyAdmins(): Html {
  return html`<p class="notice wrong" role="alert">
    Only an admin of your account can connect apps. Ask one of them.
  </p>`;
}

const TICK = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
</svg>`;
