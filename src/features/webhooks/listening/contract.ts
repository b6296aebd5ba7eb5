import { Type, type Static } from '../../../lib/schema/type.ts';
import { Answer, Input, OneOf } from '../../../lib/schema/schema.ts';
import { EVENT_TYPES } from '../endpoints/contract.ts';
import { CURSOR_RULE } from './cursor.ts';
import { untranslated } from '../../../lib/text/reasons.ts';

/** The longest wait for an event, shorter than the usual timeouts of proxies. */
const LONGEST_WAIT_S = 20;

export const EventFilter = Input({
  after: Type.Optional(
    Type.String({
      ...CURSOR_RULE,
      description: 'The cursor of the previous response. Defaults to the current time.',
    }),
  ),
  events: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: `^(?:${EVENT_TYPES.join('|')})(?:,(?:${EVENT_TYPES.join('|')}))*$`,
      rule: untranslated(`must be event types, separated by commas: ${EVENT_TYPES.join(', ')}`),
      description: 'Only events of these types, separated by commas.',
    }),
  ),
  wait: Type.Integer({
    minimum: 0,
    maximum: LONGEST_WAIT_S,
    default: 0,
    description: 'Seconds to wait if there is no event.',
  }),
});
export type EventFilter = Static<typeof EventFilter>;

const EventHeaders = Answer(
  {
    'Content-Type': Type.String({ description: 'Always JSON.', examples: ['application/json'] }),
    'User-Agent': Type.String({ description: 'The service and its version.' }),
    'X-Webhook-Timestamp': Type.String({ description: 'The time of the signature, in seconds since 1970.' }),
    'X-Webhook-Signature': Type.String({ description: 'The signature over time and body, in hexadecimal.' }),
    'webhook-id': Type.String({ description: 'The id of the event, for Standard Webhooks.' }),
    'webhook-timestamp': Type.String({ description: 'The time of the signature, for Standard Webhooks.' }),
    'webhook-signature': Type.String({ description: 'The signature of Standard Webhooks.' }),
  },
  { title: 'EventHeaders', description: 'The headers of a delivery, signed at the time of this answer.' },
);

const PolledEvent = Answer(
  {
    event_id: Type.String({ description: 'The id of the event, the same in every delivery of it.' }),
    event: OneOf(EVENT_TYPES, { description: 'The type of the event.' }),
    body: Type.String({ description: 'The exact text that is signed and that a delivery carries.' }),
    headers: EventHeaders,
  },
  { title: 'ListenedEvent', description: 'An event with the headers and the body that a delivery carries.' },
);
export type PolledEvent = Static<typeof PolledEvent>;

export const PolledEvents = Answer(
  {
    events: Type.Array(PolledEvent, {
      description: 'The events after the cursor, oldest first, at most 50.',
    }),
    cursor: Type.String({
      description: 'The cursor to send as `after` with the next request.',
      examples: ['AQGY8MT8XgAAAAAAAAAAAAA'],
    }),
    has_more: Type.Boolean({
      description:
        'True if you can read more events after `cursor` at once. A request reads a bounded number of events, so `events` can be empty while `has_more` is true.',
    }),
  },
  { title: 'ListenedEvents', description: 'Events of the account since a cursor.' },
);
export type PolledEvents = Static<typeof PolledEvents>;

export const LONGEST_WAIT_MS = LONGEST_WAIT_S * 1_000;
