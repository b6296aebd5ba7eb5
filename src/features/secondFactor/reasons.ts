import { defineReasons } from '../../lib/text/reasons.ts';

export const secondFactorReasons = defineReasons({
  second_factor_on: 'The second factor is on already.',
  wrong_code: 'wrong, or used already',
});
