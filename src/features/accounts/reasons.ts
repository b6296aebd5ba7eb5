import { defineReasons } from '../../lib/text/reasons.ts';

export const accountReasons = defineReasons({
  admin_can_invite: 'an admin of the account can invite them',
  account_being_deleted: 'The account is being deleted',
  time_zone: 'must be the name of a time zone, such as Europe/Berlin',
  not_account_name: 'must be the name of the account',
  deletion_requested: 'the account is already being deleted',
  deletion_begun: 'The deletion has started and can no longer be cancelled',
});
