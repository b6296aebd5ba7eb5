import { renderSVG } from 'uqr';
import { complaint, framePage, hidden } from '../../access/frame.ts';
import { page, redirectTo, showPage, type PageResource, type Visit } from '../../access/visit.ts';
import { html, trusted, type Html } from '../../lib/html.ts';
import type { SecretBox } from '../../lib/secretBox.ts';
import { totpUri } from '../../lib/totp.ts';
import {
  beginSecondFactor,
  hasSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../secondFactor/secondFactor.ts';
import { signedIn } from './pages.ts';
import { giveCode } from './signIn.ts';
import { safeNext } from './next.ts';
import { findHalfSession } from './sessions.ts';
import { codePage } from './views.ts';

const PATH = '/account/second-factor';
const WRONG = 'This code is wrong, or was used already.';

export function secondFactorPages(box: SecretBox): readonly PageResource[] {
  return [codeResource(box), setUpResource(box), turnOnResource(box), turnOffResource(box)];
}

function codeResource(box: SecretBox): PageResource {
  return page('/sign-in/code', {
    async GET(visit) {
      const next = safeNext(visit.query.get('next') ?? '');
      if (!(await halfSession(visit))) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
      return showPage(codePage({ form_token: visit.form_token, next }), { leads_outside: true });
    },
    async POST(visit) {
      const next = safeNext(visit.field('next'));
      const half = await halfSession(visit);
      if (!half) return redirectTo(`/sign-in?next=${encodeURIComponent(next)}`);
      const outcome = await giveCode(visit, box, half, visit.field('code'), visit);
      if (outcome.kind === 'signed-in') return redirectTo(next, outcome.token);
      const wrong = outcome.kind === 'wrong' ? WRONG : 'Too many attempts. Wait a quarter of an hour.';
      const body = codePage({ form_token: visit.form_token, next, wrong });
      return showPage(body, { status: outcome.kind === 'wrong' ? 400 : 429, leads_outside: true });
    },
  });
}

async function halfSession(visit: Visit) {
  return visit.token === undefined ? undefined : findHalfSession(visit, visit.token);
}

function setUpResource(box: SecretBox): PageResource {
  return page(PATH, {
    GET: signedIn(async (visit, session) => {
      const ctx = visit.actAs(session);
      const { user_id, email } = session;
      if (await hasSecondFactor(ctx.db, ctx.account_id, user_id))
        return showPage(turnOffPage(visit.form_token));
      const secret = await beginSecondFactor(ctx, box, user_id);
      return showPage(setUpPage(visit.form_token, secret, totpUri(secret, 'Tenant Ops', email)));
    }),
  });
}

function turnOnResource(box: SecretBox): PageResource {
  return page(`${PATH}/turn-on`, {
    POST: signedIn(async (visit, session) => {
      const codes = await turnOnSecondFactor(visit.actAs(session), box, session.user_id, visit.field('code'));
      return codes ? showPage(recoveryPage(codes)) : showPage(againPage(), { status: 400 });
    }),
  });
}

function turnOffResource(box: SecretBox): PageResource {
  return page(`${PATH}/turn-off`, {
    POST: signedIn(async (visit, session) => {
      const off = await turnOffSecondFactor(visit.actAs(session), box, session.user_id, visit.field('code'));
      return off ? redirectTo('/account') : showPage(turnOffPage(visit.form_token, WRONG), { status: 400 });
    }),
  });
}

function setUpPage(form_token: string, secret: string, uri: string): Html {
  const body = html`<section class="card">
    <h1>Turn on the second factor</h1>
    <p class="soft">Scan this with your authenticator app, or type the key into it.</p>
    <div class="qr" role="img" aria-label="QR code of the key below">
      ${trusted(renderSVG(uri, { border: 2 }))}
    </div>
    <p><a href="${uri}">Open in an app on this device</a></p>
    <p class="small">Key: <code>${secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code></p>
    ${codeForm(form_token, 'turn-on', 'Turn on')}
  </section>`;
  return framePage({ title: 'Second factor', body });
}

function turnOffPage(form_token: string, wrong?: string): Html {
  const body = html`<section class="card">
    <h1>Turn off the second factor</h1>
    <p class="soft">Afterwards your password alone lets you in, and your recovery codes are gone.</p>
    ${complaint(wrong)} ${codeForm(form_token, 'turn-off', 'Turn off')}
    <p class="below"><a href="/account">Keep it</a></p>
  </section>`;
  return framePage({ title: 'Second factor', body });
}

function codeForm(form_token: string, action: string, label: string): Html {
  return html`<form method="post" action="${PATH}/${action}">
    ${hidden('form_token', form_token)}
    <div class="field">
      <label for="code">Code that the app shows now</label>
      <input id="code" class="code" name="code" autocomplete="one-time-code" inputmode="numeric" required />
    </div>
    <button>${label}</button>
  </form>`;
}

function recoveryPage(codes: readonly string[]): Html {
  const body = html`<section class="card">
    <h1>Keep these codes</h1>
    <p class="soft">Each lets you in once if you lose your authenticator app. They are not shown again.</p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code.replaceAll(/(.{4})(?!$)/g, '$1-')}</li>`)}
    </ul>
    <p><a href="/account">I have kept them</a></p>
  </section>`;
  return framePage({ title: 'Recovery codes', body });
}

function againPage(): Html {
  const body = html`<section class="card">
    <h1>This code is wrong</h1>
    <p class="soft">Is the clock of your device right? Begin again with a new key.</p>
    <p><a href="${PATH}">Try again</a></p>
  </section>`;
  return framePage({ title: 'Second factor', body });
}
