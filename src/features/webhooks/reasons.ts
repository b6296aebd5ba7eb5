import { defineReasons } from '../../lib/text/reasons.ts';

export const webhookReasons = defineReasons({
  https: 'must begin with https://',
  https_unless_allowed: 'must begin with https://, unless WEBHOOK_ALLOW names its host',
  public_address: 'must lead to a public address, unless WEBHOOK_ALLOW names its host',
  url_credentials: 'must hold no user name or password',
  delivery_pending: 'it is still being tried',
  own_endpoint: 'must be another endpoint',
  endpoint_paused: 'the endpoint is paused',
  endpoint_has_event: 'the endpoint has this event already; retry it there',
  secret_waiting: 'a new secret waits until {switches_at} already',
  no_secret_waiting: 'no new secret waits',
  event_id: 'must be the id of an event',
});
