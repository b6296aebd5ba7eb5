import { defineReasons } from '../../lib/text/reasons.ts';

export const procedureReasons = defineReasons({
  rejection_notes: 'say what has to be better',
});
