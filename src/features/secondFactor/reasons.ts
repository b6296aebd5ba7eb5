import { defineReasons } from '../../lib/text/reasons.ts';

export const secondFactorReasons = defineReasons({
  second_factor_on: 'The second factor is already on.',
  wrong_code: 'wrong or already used',
});
