import { renderPage, hiddenInput, messagePage } from '../../doors/pageLayout.ts';
import { declarePage, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import type { SignIn } from '../../access/signIn.ts';
import { Failure } from '../../lib/errors.ts';
import { html, type Html } from '../../lib/text/html.ts';
import { confirmEmailChange, readEmailChangeLink } from './newAddress.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

const PATH = '/new-address';
const SETTINGS = { href: '/settings/profile', label: t('Go to settings') };

/**
 * Only the user who requested the change can confirm it, while signed in. A link that was sent to a mistyped address is
 * therefore useless to its recipient.
 */
export const confirmEmailChangeResource = declarePage(PATH, {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return withRequestingUser(visit, token, async (sign_in) => {
      const email = await readEmailChangeLink(visit.actAs(sign_in), sign_in, token);
      return showPage(confirmPage({ email, before: sign_in.email, form_token: visit.form_token, token }));
    });
  },
  async POST(visit) {
    const token = visit.field('token');
    return withRequestingUser(visit, token, async (sign_in) => {
      const email = await confirmEmailChange(visit.actAs(sign_in), sign_in, token);
      const text = t('You now sign in with {email}. Other browsers were signed out.', { email });
      return showPage(messagePage(t('Your email address was changed'), text, SETTINGS));
    });
  },
});

async function withRequestingUser(
  visit: PageRequest,
  token: string,
  work: (sign_in: SignIn) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (!visit.sign_in)
    return redirectTo(`/sign-in?next=${encodeURIComponent(`${PATH}?token=${encodeURIComponent(token)}`)}`);
  try {
    return await work(visit.sign_in);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'NOT_FOUND') return showPage(messagePage(...DEAD_LINK, SETTINGS), { status: 404 });
    if (error.code === 'CONFLICT') return showPage(messagePage(...TAKEN, SETTINGS), { status: 400 });
    throw error;
  }
}

const DEAD_LINK: [LocalizedText, LocalizedText] = [
  t('This link is not valid'),
  t(
    'The link was already used, has expired, was replaced by a newer one, or is for a different user than the one signed in here.',
  ),
];
const TAKEN: [LocalizedText, LocalizedText] = [
  t('This email address cannot be used'),
  t('Choose another address in your settings.'),
];

type ConfirmView = { email: string; before: string; form_token: string; token: string };

function confirmPage({ email, before, form_token, token }: ConfirmView): Html {
  const body = html`<section class="card">
    <h1>${t('Change your email address to {email}?', { email })}</h1>
    <p class="soft">
      ${t('After the change you sign in with the new address and no longer with {before}. Your password stays the same.', { before })}
    </p>
    <form method="post" action="${PATH}">
      ${hiddenInput('form_token', form_token)} ${hiddenInput('token', token)}
      <button>${t('Use this address')}</button>
    </form>
  </section>`;
  return renderPage({ title: t('Confirm your new email address'), body });
}
