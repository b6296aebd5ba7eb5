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
  export_running: say('Other exports are being read, try again soon'),
  needs_admin: say('This needs an admin of the account'),
  no_decision: say('Choose Allow or Deny.'),
  page_out_of_date: say('This page is out of date. Go back, reload it and try again.'),
  question_answered: say(
    'This question was answered already, or is too old. Go back to the app and begin there again.',
  ),
  second_factor_on: say('The second factor is on already.'),
  took_too_long: say('The request took too long, try again'),
};

const CODE_WORDS: Partial<Record<FailureCode, Said>> = {
  FORBIDDEN: say('You may not do this.'),
  INTERNAL_ERROR: say('Something went wrong on our side; try again'),
  NOT_FOUND: say('It does not exist, or not any more.'),
  TOO_MANY_REQUESTS: say('Too many requests at once. Try again a little later.'),
};

/** English readers see the sentence of the API, which is the more exact one. */
export function showFailure(failure: Failure): Html {
  const words =
    REASON_WORDS[failure.details?.rule ?? ''] ??
    CODE_WORDS[failure.code] ??
    say('What was sent is not valid. Go back and try again.');
  const text = new Said((language) => (language === 'en' ? failure.message : words.in(language)));
  return messagePage(TITLES[failure.code] ?? say('This did not work'), text);
}
