import { messagePage } from '../../doors/pageLayout.ts';
import type { FailureCode, Failure } from '../../lib/errors.ts';
import type { Html } from '../../lib/text/html.ts';
import { LocalizedText } from '../../lib/text/translation.ts';
import { t } from './texts.ts';

const TITLES: Partial<Record<FailureCode, LocalizedText>> = {
  NOT_FOUND: t('Not found'),
  INTERNAL_ERROR: t('Something went wrong'),
};

/** Texts for the reasons of failures that server pages cause themselves. */
const REASON_WORDS: Readonly<Record<string, LocalizedText>> = {
  admin_connects_apps: t('Only an admin can connect apps.'),
  export_running: t('Other exports are running. Try again soon.'),
  needs_admin: t('Only an admin of the account can do this'),
  no_decision: t('Choose Allow or Deny.'),
  page_out_of_date: t('This page is out of date. Go back, reload it and try again.'),
  question_answered: t(
    'This request was already answered or has expired. Go back to the app and start again.',
  ),
  second_factor_on: t('Two-factor sign-in is already on.'),
  took_too_long: t('The request took too long. Try again.'),
};

const CODE_WORDS: Partial<Record<FailureCode, LocalizedText>> = {
  FORBIDDEN: t('You do not have permission to do this.'),
  INTERNAL_ERROR: t('The service has an error. Try again.'),
  NOT_FOUND: t('This page or record does not exist, or no longer exists.'),
  TOO_MANY_REQUESTS: t('Too many requests. Try again later.'),
};

/** English pages show the message of the API, because it is more precise than these texts. */
export function renderFailurePage(failure: Failure): Html {
  const words =
    REASON_WORDS[failure.details?.rule ?? ''] ??
    CODE_WORDS[failure.code] ??
    t('The input is not valid. Go back and try again.');
  const text = new LocalizedText((language) =>
    language === 'en' ? [failure.message] : words.pieces(language),
  );
  return messagePage(TITLES[failure.code] ?? t('The request failed'), text);
}
