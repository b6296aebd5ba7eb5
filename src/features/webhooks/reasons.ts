import { defineReasons } from '../../lib/text/reasons.ts';

export const webhookReasons = defineReasons({
  https: 'must begin with https://',
  https_unless_allowed: 'must begin with https://, unless WEBHOOK_ALLOW names its host',
  public_address: 'must point to a public address, unless WEBHOOK_ALLOW names its host',
  url_credentials: 'must not contain a user name or password',
  delivery_pending: 'still being attempted',
  own_endpoint: 'must be another endpoint',
  endpoint_paused: 'the endpoint is paused',
  endpoint_has_event: 'the endpoint already has this event; retry it there',
  secret_waiting: 'a new secret is already scheduled for {switches_at}',
  no_secret_waiting: 'no new secret is scheduled',
  event_id: 'must be the id of an event',
});
