import { renderPage, hiddenInput, messagePage } from '../../doors/pageLayout.ts';
import { page, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import type { SignIn } from '../../access/signIn.ts';
import { Failure } from '../../lib/errors.ts';
import { html, type Html, type LocalizedText } from '../../lib/text/html.ts';
import { confirmAddress, readNewAddress } from './newAddress.ts';
import { translate } from '../../doors/translate.ts';

const PATH = '/new-address';
const SETTINGS = { href: '/settings', label: translate('Go to settings') };

/** Only who asked may confirm: a link that went to a mistyped address gives its reader nothing. */
export const newAddressResource = page(PATH, {
  async GET(visit) {
    const token = visit.query.get('token') ?? '';
    return asOneself(visit, token, async (sign_in) => {
      const email = await readNewAddress(visit.actAs(sign_in), sign_in, token);
      return showPage(confirmPage({ email, before: sign_in.email, form_token: visit.form_token, token }));
    });
  },
  async POST(visit) {
    const token = visit.field('token');
    return asOneself(visit, token, async (sign_in) => {
      const email = await confirmAddress(visit.actAs(sign_in), sign_in, token);
      const text = translate('You now sign in with {email}. Other browsers were signed out.', { email });
      return showPage(messagePage(translate('Your email address was changed'), text, SETTINGS));
    });
  },
});

async function asOneself(
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
  translate('This link is not valid'),
  translate(
    'The link was already used, has expired, was replaced by a newer one, or is for a different user than the one signed in here.',
  ),
];
const TAKEN: [LocalizedText, LocalizedText] = [
  translate('This email address cannot be used'),
  translate('Choose another address in your settings.'),
];

type ConfirmView = { email: string; before: string; form_token: string; token: string };

function confirmPage({ email, before, form_token, token }: ConfirmView): Html {
  const body = html`<section class="card">
    <h1>${translate('Sign in with {email}?', { email })}</h1>
    <p class="soft">
      ${translate('From now on you sign in with this address and no longer with {before}. Your password stays the same.', { before })}
    </p>
    <form method="post" action="${PATH}">
      ${hiddenInput('form_token', form_token)} ${hiddenInput('token', token)}
      <button>${translate('Use this address')}</button>
    </form>
  </section>`;
  return renderPage({ title: translate('Your new email address'), body });
}
