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

export const networkReasons = defineReasons({
  not_a_network: '“{text}” is no address or network, such as 203.0.113.7 or 2001:db8::/48',
  not_network_start: '“{text}” is not the start of its network: {network}, or {address} alone',
});
