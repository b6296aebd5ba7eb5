import { defineReasons } from '../../lib/text/reasons.ts';

export const accountReasons = defineReasons({
  admin_can_invite: 'an admin of the account can invite them',
  account_being_deleted: 'The account is being deleted',
  time_zone: 'must be the name of a time zone, as Europe/Berlin is',
  not_account_name: 'must be the name of the account',
  deletion_requested: 'the account is being deleted already',
  deletion_begun: 'The deletion has begun and cannot be called off',
});
