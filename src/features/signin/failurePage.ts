import { messagePage } from '../../doors/pageLayout.ts';
import { translate } from '../../doors/translate.ts';
import type { FailureCode, Failure } from '../../lib/errors.ts';
import { LocalizedText, type Html } from '../../lib/text/html.ts';

const TITLES: Partial<Record<FailureCode, LocalizedText>> = {
  NOT_FOUND: translate('Not found'),
  INTERNAL_ERROR: translate('Something went wrong'),
};

/** The reasons that a page itself gives. */
const REASON_WORDS: Readonly<Record<string, LocalizedText>> = {
  admin_connects_apps: translate('Only an admin can connect apps.'),
  export_running: translate('Other exports are running. Try again soon.'),
  needs_admin: translate('Only an admin of the account can do this'),
  no_decision: translate('Choose Allow or Deny.'),
  page_out_of_date: translate('This page is out of date. Go back, reload it and try again.'),
  question_answered: translate(
    'This request was already answered or has expired. Go back to the app and start again.',
  ),
  second_factor_on: translate('Two-factor sign-in is already on.'),
  took_too_long: translate('The request took too long. Try again.'),
};

const CODE_WORDS: Partial<Record<FailureCode, LocalizedText>> = {
  FORBIDDEN: translate('You do not have permission to do this.'),
  INTERNAL_ERROR: translate('The service has an error. Try again.'),
  NOT_FOUND: translate('This page or record does not exist, or no longer exists.'),
  TOO_MANY_REQUESTS: translate('Too many requests. Try again later.'),
};

/** English readers see the sentence of the API, which is the more exact one. */
export function showFailure(failure: Failure): Html {
  const words =
    REASON_WORDS[failure.details?.rule ?? ''] ??
    CODE_WORDS[failure.code] ??
    translate('The input is not valid. Go back and try again.');
  const text = new LocalizedText((language) => (language === 'en' ? failure.message : words.in(language)));
  return messagePage(TITLES[failure.code] ?? translate('The request failed'), text);
}
