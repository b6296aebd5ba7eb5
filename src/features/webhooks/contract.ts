import { Type, type Static } from 'typebox';
import { EVENTS, type EventType } from '../../events/catalogue.ts';
import { Input, OneOf, Uuid } from '../../lib/schema.ts';

export const EVENT_TYPES = Object.keys(EVENTS).filter(isEventType);

export const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[^\\s\\u0000-\\u001f]+$',
  rule: 'must be a URL of at most 2048 characters',
});
export const EventList = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
});

export const NewEndpoint = Input({
  url: Url,
  events: EventList,
  // Automation platforms name themselves here; whatever else it holds is nobody's business.
  source: Type.Optional(Type.Unknown()),
});
export type NewEndpoint = Static<typeof NewEndpoint>;

export const Subscribed = Type.Object(
  { id: Uuid, events: Type.Array(OneOf(EVENT_TYPES)) },
  { additionalProperties: false },
);
export type Subscribed = Static<typeof Subscribed>;

export const EndpointRef = Input({ endpoint_id: Uuid });

export const EndpointCheck = Type.Object(
  {
    exists: Type.Boolean(),
    id: Type.Optional(Uuid),
    events: Type.Optional(Type.Array(OneOf(EVENT_TYPES))),
    url: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type EndpointCheck = Static<typeof EndpointCheck>;

export const Unsubscribed = Type.Object({ success: Type.Literal(true) }, { additionalProperties: false });

function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text);
}
