import { defineReasons } from '../../lib/text/reasons.ts';

export const procedureReasons = defineReasons({
  rejection_notes: 'explain what needs to be improved',
});
