import { defineReasons } from '../text/reasons.ts';

export const httpReasons = defineReasons({
  body_cut_off: 'not sent completely',
  body_too_large: 'too large',
  body_too_deep: 'nested deeper than {most} levels',
  body_names_too_long: 'more than {most} bytes in member names',
  body_too_many_values: 'more than {most} members and elements',
  nul_characters: 'must not contain NUL characters',
  lone_surrogates: 'must not contain lone surrogates',
  failed_unexpectedly: 'Something went wrong on our side; try again',
});

export const networkReasons = defineReasons({
  not_a_network: '“{text}” is not an IP address or network, such as 203.0.113.7 or 2001:db8::/48',
  not_network_start: '“{text}” is not the start of its network; use {network}, or {address} for one address',
});

/** Errors of a call without a complete response. The codes are part of the API. */
export const callReasons = defineReasons({
  timed_out_in_queue: 'Timed out waiting for a connection',
  timed_out_resolving: 'The host name was not resolved in time',
  timed_out_connecting: 'The connection was not open in time',
  timed_out_waiting: 'No answer came in time',
  timed_out_reading: 'The answer did not end in time',
  name_not_found: 'The host name does not resolve',
  name_lookup_failed: 'The name server gave no usable answer',
  connection_refused: 'The connection was refused',
  unreachable: 'The address cannot be reached',
  connection_lost: 'The connection was closed before the answer was complete',
  tls_failed: 'No trusted TLS connection could be opened',
  invalid_answer: 'The answer was not valid HTTP',
  invalid_url: 'The URL cannot be called',
});
