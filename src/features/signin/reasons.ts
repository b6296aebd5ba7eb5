import { defineReasons } from '../../lib/text/reasons.ts';

export const signinReasons = defineReasons({
  own_address: 'this is already your address',
  address_unusable: 'this address cannot be used',
  wrong_password: 'wrong',
  proof_required: 'enter your password or a code',
});
