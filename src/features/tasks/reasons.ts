import { defineReasons } from '../../lib/text/reasons.ts';

export const taskReasons = defineReasons({
  list_too_long: 'with limit at most {most} in a list by this order or these filters',
});
