import { defineReasons } from '../lib/text/reasons.ts';

export const accessReasons = defineReasons({
  export_running: 'Other exports are being read, try again soon',
  needs_member: 'This needs somebody of an account',
  needs_admin: 'This needs an admin of the account',
  needs_staff: "This needs one of the platform's staff",
  account_full: 'at most {most} an account',
  files_full: 'at most {most} GiB an account',
  already_used: 'already used with another request',
  still_running: 'a request with this key is still running',
  unknown_user: 'not an active user of this account',
  unknown_task: 'not a task of this account',
  unknown_session: 'not a session of this account',
  too_many_guesses: 'too many wrong ones, try again later',
});
