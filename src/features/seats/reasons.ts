import { defineReasons } from '../../lib/text/reasons.ts';

export const seatReasons = defineReasons({
  role_words: 'must be trainer, trainee or both',
  seat_name_ambiguous: 'several seats have this name',
});
