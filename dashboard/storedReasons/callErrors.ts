import { t } from '../language/t.ts';

/** Labels for the errors of outgoing HTTP calls. */
export const CALL_ERROR_LABELS = {
  timed_out_in_queue: t('Timed out waiting for a connection'),
  timed_out_resolving: t('DNS lookup timed out'),
  timed_out_connecting: t('Connecting timed out'),
  timed_out_waiting: t('No answer in time'),
  timed_out_reading: t('Answer not complete in time'),
  name_not_found: t('Host name not found'),
  name_lookup_failed: t('DNS lookup failed'),
  connection_refused: t('Connection refused'),
  unreachable: t('Host not reachable'),
  connection_lost: t('Connection lost'),
  tls_failed: t('TLS connection failed'),
  invalid_answer: t('Answer is not valid HTTP'),
  invalid_url: t('URL cannot be called'),
} as const;

/** Returns the label of a call error. An unknown error, which a newer server may store, is returned unchanged. */
export function callErrorLabel(error: string): string {
  return Object.hasOwn(CALL_ERROR_LABELS, error) ? Reflect.get(CALL_ERROR_LABELS, error) : error;
}
