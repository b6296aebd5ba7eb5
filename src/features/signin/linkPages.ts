import { errorNotice, renderPage, hiddenInput, messagePage } from '../../doors/pageLayout.ts';
import { actAsUser, PLATFORM_ACCOUNT_ID, type RequestServices } from '../../access/platform.ts';
import { declarePage } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { Failure } from '../../lib/errors.ts';
import { html, type Html } from '../../lib/text/html.ts';
import { acceptInvitation, readInvitation } from '../invitations/invitations.ts';
import type { InvitationRecipient } from '../invitations/invitationMail.ts';
import { accountIdOfInvitation } from '../invitations/link.ts';
import { acceptStaffInvitation, readStaffInvitation } from '../staff/invitations.ts';
import { PASSWORD_RULE } from '../users/rules.ts';
import { HOME_PATH } from './next.ts';
import { readPasswordReset, requestPasswordReset, resetPassword } from './passwordReset.ts';
import { signInByLink } from './signIn.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

/** Pages of mailed links. Only a POST uses up a link, because mail scanners follow links with GET. */

export const requestPasswordResetResource = declarePage('/reset-password', {
  async GET({ form_token }) {
    return showPage(requestPage(form_token));
  },
  async POST(visit) {
    const email = visit.field('email').slice(0, 254);
    await requestPasswordReset(visit, email, visit.address);
    return showPage(
      resetRequestedPage({ form_token: visit.form_token, email, is_again: visit.field('again') !== '' }),
    );
  },
});

const BACK = { href: '/sign-in', label: t('Back to sign in') };

export const newPasswordResource = declarePage('/reset-password/new', {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return orDeadLink(async () => {
      await readPasswordReset(visit, token);
      return showPage(newPasswordPage({ ...RESET, form_token: visit.form_token, token }));
    });
  },
  async POST(visit) {
    const token = visit.field('token');
    const again = { ...RESET, form_token: visit.form_token, token };
    return orDeadLink(async () => {
      await resetPassword(visit, token, visit.field('password'));
      const text = t('All browsers were signed out.');
      const link = { href: '/sign-in', label: t('Sign in') };
      return { ...showPage(messagePage(t('Your password was changed'), text, link)), signs_in: '' };
    }, again);
  },
});

export const invitationResource = declarePage('/invitation', {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return orDeadLink(async () => {
      const { full_name, to, email } = await readInvited(visit, token);
      const greeting = t('Welcome to {to}, {full_name}', { to, full_name });
      const text = t('Choose a password. You sign in with {email} and this password.', { email });
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
      return redirectTo(HOME_PATH, await signInByLink(actAsUser(visit, account_id, user_id), user_id, visit));
    }, again);
  },
});

async function readInvited(visit: RequestServices, token: string): Promise<InvitationRecipient> {
  if (isOfStaff(token)) return readStaffInvitation(visit, token);
  const person = await readInvitation(visit, token);
  return { ...person, to: person.account_name };
}

function isOfStaff(token: string): boolean {
  return accountIdOfInvitation(token) === PLATFORM_ACCOUNT_ID;
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
  title: t('Choose a new password'),
  text: t('The new password replaces the old one and signs out all browsers.'),
  button: t('Change password'),
  action: '/reset-password/new',
};
const INVITATION = {
  title: t('Choose a password'),
  text: t('You sign in with this password and your email address.'),
  button: t('Set password and sign in'),
  action: '/invitation',
};

/** Shows a message page for an invalid link, and the form again for a rejected password. */
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

const TOO_SHORT = t('The password must have {least} to {most} characters.', {
  least: PASSWORD_RULE.minLength ?? 0,
  most: PASSWORD_RULE.maxLength ?? 0,
});

const DEAD_LINK: [LocalizedText, LocalizedText] = [
  t('This link no longer works'),
  t(
    'The link was already used, has expired, or was replaced by a newer one. Look for a newer email, or request a new link.',
  ),
];

function requestPage(form_token: string): Html {
  const body = html`<section class="card">
      <h1>${t('Forgot your password?')}</h1>
      <p class="soft">${t('We send you a link to choose a new password.')}</p>
      <form method="post" action="/reset-password">
        ${hiddenInput('form_token', form_token)}
        <div class="field">
          <label for="email">${t('Email address')}</label>
          <input id="email" name="email" type="email" autocomplete="username" required autofocus />
        </div>
        <button>${t('Send the link')}</button>
      </form>
    </section>
    <p class="below"><a href="/sign-in">${t('Back to sign in')}</a></p>`;
  return renderPage({ title: t('Forgot your password?'), body });
}

type ResetRequestedView = { form_token: string; email: string; is_again: boolean };

/** The page is the same for known and unknown addresses. */
function resetRequestedPage({ form_token, email, is_again }: ResetRequestedView): Html {
  const body = html`<section class="card">
      <h1>${t('Check your email')}</h1>
      ${is_again && html`<p class="notice" role="status">${t('If an account exists for this address, another email is on its way.')}</p>`}
      <p class="soft">
        ${t('If an account exists for this address, you get an email with a link. The link expires in one hour.')}
      </p>
      <p class="soft">${t('No email after a few minutes? Look in the spam folder, or send it again.')}</p>
      <form method="post" action="/reset-password">
        ${hiddenInput('form_token', form_token)} ${hiddenInput('email', email)} ${hiddenInput('again', 'yes')}
        <button class="second">${t('Send again')}</button>
      </form>
    </section>
    <p class="below">
      <a href="/reset-password">${t('Use another address')}</a> ·
      <a href="/sign-in">${t('Back to sign in')}</a>
    </p>`;
  return renderPage({ title: t('Check your email'), body });
}

function newPasswordPage({ title, text, button, action, form_token, token, wrong }: NewPasswordView): Html {
  const body = html`<section class="card">
    <h1>${title}</h1>
    <p class="soft">${text}</p>
    ${errorNotice(wrong)}
    <form method="post" action="${action}">
      ${hiddenInput('form_token', form_token)} ${hiddenInput('token', token)}
      <div class="field">
        <label for="password">${t('New password')}</label>
        <p class="hint" id="rule">
          ${t('At least {least} characters', { least: PASSWORD_RULE.minLength ?? 0 })}
        </p>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${PASSWORD_RULE.minLength}"
          maxlength="${PASSWORD_RULE.maxLength}"
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
