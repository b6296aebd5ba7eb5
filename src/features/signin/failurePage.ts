import { messagePage } from '../../doors/frame.ts';
import { say } from '../../doors/say.ts';
import type { FailureCode, Failure } from '../../lib/errors.ts';
import { Said, type Html } from '../../lib/text/html.ts';

const TITLES: Partial<Record<FailureCode, Said>> = {
  NOT_FOUND: say('Not found'),
  INTERNAL_ERROR: say('Something went wrong'),
};

/** The reasons that a page itself gives. */
const REASON_WORDS: Readonly<Record<string, Said>> = {
  admin_connects_apps: say('Only an admin can connect apps.'),
  export_running: say('Other exports are running. Try again soon.'),
  needs_admin: say('Only an admin of the account can do this'),
  no_decision: say('Choose Allow or Deny.'),
  page_out_of_date: say('This page is out of date. Go back, reload it and try again.'),
  question_answered: say(
    'This request was already answered or has expired. Go back to the app and start again.',
  ),
  second_factor_on: say('Two-factor sign-in is already on.'),
  took_too_long: say('The request took too long. Try again.'),
};

const CODE_WORDS: Partial<Record<FailureCode, Said>> = {
  FORBIDDEN: say('You do not have permission to do this.'),
  INTERNAL_ERROR: say('The service has an error. Try again.'),
  NOT_FOUND: say('This page or record does not exist, or no longer exists.'),
  TOO_MANY_REQUESTS: say('Too many requests. Try again later.'),
};

/** English readers see the sentence of the API, which is the more exact one. */
export function showFailure(failure: Failure): Html {
  const words =
    REASON_WORDS[failure.details?.rule ?? ''] ??
    CODE_WORDS[failure.code] ??
    say('The input is not valid. Go back and try again.');
  const text = new Said((language) => (language === 'en' ? failure.message : words.in(language)));
  return messagePage(TITLES[failure.code] ?? say('The request failed'), text);
}
