import { defineReasons } from '../../lib/text/reasons.ts';

export const consentReasons = defineReasons({
  admin_connects_apps: 'Only an admin can connect apps.',
  no_decision: 'Choose Allow or Deny.',
  question_answered:
    'This question was answered already, or is too old. Go back to the app and begin there again.',
});
