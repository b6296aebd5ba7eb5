import { defineReasons } from '../../lib/text/reasons.ts';

export const taskReasons = defineReasons({
  list_too_long: 'must be at most {most} together with limit, for this order or these filters',
  external_id_ambiguous: 'several tasks have this external id',
});
