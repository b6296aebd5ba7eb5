import { declarePage, type PageResource } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { badRequest } from '../../lib/errors.ts';
import { consentReasons } from './reasons.ts';
import { messagePage } from '../../doors/pageLayout.ts';
import { checkAuthorizeRequest, recordConsentDecision, type AuthorizeOutcome } from './consent.ts';
import { consentPage, noAccountPage, type OtherUserFormValues } from './views.ts';
import type { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

const PATH = '/oauth/authorize';

export const consentPages: readonly PageResource[] = [
  declarePage(PATH, {
    async GET(visit) {
      const here = `${PATH}?${visit.raw_query}`;
      return answerStep(await checkAuthorizeRequest(visit), { form_token: visit.form_token, here });
    },
    async POST(visit) {
      if (!visit.sign_in) return redirectTo('/sign-in');
      const decision = visit.field('decision');
      if (decision !== 'allowed' && decision !== 'denied') throw badRequest(null, consentReasons.no_decision);
      const authorization_id = visit.field('authorization_id');
      return redirectTo(await recordConsentDecision(visit, visit.sign_in, { authorization_id, decision }));
    },
  }),
];

function answerStep(step: AuthorizeOutcome, again: OtherUserFormValues): PageAnswer {
  switch (step.kind) {
    case 'stop':
      return showPage(messagePage(...STOPS[step.reason]), { status: 400 });
    case 'redirect':
      return redirectTo(step.to);
    case 'sign-in':
      return redirectTo(`/sign-in?next=${encodeURIComponent(again.here)}`);
    case 'no-account':
      return showPage(noAccountPage(again), { status: 403, leads_outside: true });
    case 'ask':
      return showPage(consentPage(step.question, again), { leads_outside: true });
  }
}

const STOPS: Record<Extract<AuthorizeOutcome, { kind: 'stop' }>['reason'], [LocalizedText, LocalizedText]> = {
  'unknown-app': [
    t('Unknown app'),
    t('The link names an app that does not exist (invalid_client). Contact the developers of the app.'),
  ],
  'suspended-app': [
    t('This app is suspended'),
    t('The app cannot be connected at the moment (invalid_client). Contact the developers of the app.'),
  ],
  'wrong-redirect': [
    t('This link has a mistake'),
    t(
      'The link leads to an address that the app did not register (redirect_uri). No data was shared. Contact the developers of the app.',
    ),
  ],
};
