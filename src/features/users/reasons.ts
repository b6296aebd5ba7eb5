import { defineReasons } from '../../lib/text/reasons.ts';

export const userReasons = defineReasons({
  email_address: 'must be an email address',
  address_taken: 'this address cannot be added',
  person_erased: 'this user was erased and cannot be reactivated',
  own_user: 'you cannot do this to yourself; ask another admin',
  last_admin: 'this is the last admin of the account',
  access_word: 'must be admin or member',
  role_without_seat: 'required with a role',
  line_count: 'must be 1 to {most} lines',
});
