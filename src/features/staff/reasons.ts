import { defineReasons } from '../../lib/text/reasons.ts';

export const staffReasons = defineReasons({
  own_staff_member: 'you cannot do this to yourself; ask another staff member',
});
