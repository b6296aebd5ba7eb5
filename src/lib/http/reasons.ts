import { defineReasons } from '../text/reasons.ts';

export const httpReasons = defineReasons({
  body_cut_off: 'not sent to its end',
  body_too_large: 'too large',
  body_too_deep: 'nested deeper than {most} levels',
  body_names_too_long: 'more than {most} bytes of names of members',
  body_too_many_values: 'more than {most} members and elements',
  nul_characters: 'must not contain NUL characters',
  lone_surrogates: 'must not contain lone surrogates',
  failed_unexpectedly: 'Something went wrong on our side; try again',
});
