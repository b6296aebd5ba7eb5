import { defineReasons } from '../lib/text/reasons.ts';

export const accessReasons = defineReasons({
  export_running: 'Other exports are running; try again in a few seconds',
  changed_meanwhile: 'The record was changed meanwhile; nothing was saved',
  needs_member: 'Only a user of an account can do this',
  needs_admin: 'Only an admin of the account can do this',
  needs_staff: 'Only the platform staff can do this',
  account_full: 'at most {most} per account',
  files_full: 'at most {most} GiB per account',
  already_used: 'already used with another request',
  still_running: 'a request with this key is still running',
  unknown_user: 'not an active user of this account',
  unknown_task: 'not a task of this account',
  unknown_session: 'not a session of this account',
  too_many_guesses: 'too many wrong attempts; try again later',
});
