import { defineReasons } from '../../lib/text/reasons.ts';

export const consentReasons = defineReasons({
  admin_connects_apps: 'Only an admin can connect apps.',
  no_decision: 'Choose Allow or Deny.',
  question_answered: 'This request was already answered or has expired. Go back to the app and start again.',
});
