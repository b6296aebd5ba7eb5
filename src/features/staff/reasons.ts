import { defineReasons } from '../../lib/text/reasons.ts';

export const staffReasons = defineReasons({
  own_staff_member: 'this is you, ask a colleague',
});
