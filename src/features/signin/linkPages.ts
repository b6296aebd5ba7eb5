import { errorNotice, renderPage, hiddenInput, messagePage } from '../../doors/pageLayout.ts';
import { actAs, PLATFORM, type Services } from '../../access/platform.ts';
import { page } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { Failure } from '../../lib/errors.ts';
import { html, type Html, type LocalizedText } from '../../lib/text/html.ts';
import { acceptInvitation, readInvitation } from '../invitations/invitations.ts';
import type { InvitationRecipient } from '../invitations/letter.ts';
import { accountOfInvitation } from '../invitations/link.ts';
import { acceptStaffInvitation, readStaffInvitation } from '../staff/invitations.ts';
import { PASSWORD } from '../users/rules.ts';
import { HOME } from './next.ts';
import { readReset, requestReset, resetPassword } from './passwordReset.ts';
import { signInByLink } from './signIn.ts';
import { translate } from '../../doors/translate.ts';

/** Pages behind mailed links: only a POST uses the link up, since mail scanners follow links too. */

export const resetResource = page('/reset-password', {
  async GET({ form_token }) {
    return showPage(requestPage(form_token));
  },
  async POST(visit) {
    await requestReset(visit, visit.field('email'), visit.address);
    const text = translate(
      'If an account exists for this address, you get an email with a link. The link expires in one hour.',
    );
    return showPage(messagePage(translate('Check your email'), text, BACK));
  },
});

const BACK = { href: '/sign-in', label: translate('Back to sign in') };

export const newPasswordResource = page('/reset-password/new', {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return orDeadLink(async () => {
      await readReset(visit, token);
      return showPage(newPasswordPage({ ...RESET, form_token: visit.form_token, token }));
    });
  },
  async POST(visit) {
    const token = visit.field('token');
    const again = { ...RESET, form_token: visit.form_token, token };
    return orDeadLink(async () => {
      await resetPassword(visit, token, visit.field('password'));
      const text = translate('All browsers were signed out.');
      const link = { href: '/sign-in', label: translate('Sign in') };
      return { ...showPage(messagePage(translate('Your password was changed'), text, link)), signs_in: '' };
    }, again);
  },
});

export const invitationResource = page('/invitation', {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return orDeadLink(async () => {
      const { full_name, to, email } = await readInvited(visit, token);
      const greeting = translate('Welcome to {to}, {full_name}', { to, full_name });
      const text = translate('Choose a password. You sign in with {email} and this password.', { email });
      return showPage(
        newPasswordPage({ ...INVITATION, title: greeting, text, form_token: visit.form_token, token }),
      );
    });
  },
  async POST(visit) {
    const token = visit.field('token');
    const again = { ...INVITATION, form_token: visit.form_token, token };
    return orDeadLink(async () => {
      const accept = isOfStaff(token) ? acceptStaffInvitation : acceptInvitation;
      const { account_id, user_id } = await accept(visit, { token, password: visit.field('password') });
      return redirectTo(HOME, await signInByLink(actAs(visit, account_id, user_id), user_id, visit));
    }, again);
  },
});

async function readInvited(visit: Services, token: string): Promise<InvitationRecipient> {
  if (isOfStaff(token)) return readStaffInvitation(visit, token);
  const person = await readInvitation(visit, token);
  return { ...person, to: person.account_name };
}

function isOfStaff(token: string): boolean {
  return accountOfInvitation(token) === PLATFORM;
}

type NewPasswordView = {
  title: LocalizedText;
  text: LocalizedText;
  button: LocalizedText;
  action: string;
  form_token: string;
  token: string;
  wrong?: LocalizedText;
};

const RESET = {
  title: translate('Choose a new password'),
  text: translate('The new password replaces the old one and signs out all browsers.'),
  button: translate('Change password'),
  action: '/reset-password/new',
};
const INVITATION = {
  title: translate('Choose a password'),
  text: translate('You sign in with this password and your email address.'),
  button: translate('Set password and sign in'),
  action: '/invitation',
};

/** A dead link gets a message page; a refused password gets the form again. */
async function orDeadLink(work: () => Promise<PageAnswer>, again?: NewPasswordView): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'NOT_FOUND') return showPage(messagePage(...DEAD_LINK, BACK), { status: 404 });
    if (error.code !== 'BAD_REQUEST' || !again) throw error;
    return showPage(newPasswordPage({ ...again, wrong: TOO_SHORT }), {
      status: 400,
    });
  }
}

const TOO_SHORT = translate('The password must have {least} to {most} characters.', {
  least: PASSWORD.minLength ?? 0,
  most: PASSWORD.maxLength ?? 0,
});

const DEAD_LINK: [LocalizedText, LocalizedText] = [
  translate('This link no longer works'),
  translate(
    'The link was already used, has expired, or was replaced by a newer one. Look for a newer email, or request a new link.',
  ),
];

function requestPage(form_token: string): Html {
  const body = html`<section class="card">
      <h1>${translate('Forgot your password?')}</h1>
      <p class="soft">${translate('We send you a link to choose a new password.')}</p>
      <form method="post" action="/reset-password">
        ${hiddenInput('form_token', form_token)}
        <div class="field">
          <label for="email">${translate('Email address')}</label>
          <input id="email" name="email" type="email" autocomplete="username" required autofocus />
        </div>
        <button>${translate('Send the link')}</button>
      </form>
    </section>
    <p class="below"><a href="/sign-in">${translate('Back to sign in')}</a></p>`;
  return renderPage({ title: translate('Forgot your password?'), body });
}

function newPasswordPage({ title, text, button, action, form_token, token, wrong }: NewPasswordView): Html {
  const body = html`<section class="card">
    <h1>${title}</h1>
    <p class="soft">${text}</p>
    ${errorNotice(wrong)}
    <form method="post" action="${action}">
      ${hiddenInput('form_token', form_token)} ${hiddenInput('token', token)}
      <div class="field">
        <label for="password">${translate('New password')}</label>
        <p class="hint" id="rule">
          ${translate('At least {least} characters', { least: PASSWORD.minLength ?? 0 })}
        </p>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${PASSWORD.minLength}"
          maxlength="${PASSWORD.maxLength}"
          aria-describedby="rule"
          required
          autofocus
        />
      </div>
      <button>${button}</button>
    </form>
  </section>`;
  return renderPage({ title, body });
}
