import { defineReasons } from '../text/reasons.ts';

export const cryptoReasons = defineReasons({
  too_many_sign_ins: 'Too many sign-ins at once; try again in a minute',
});
