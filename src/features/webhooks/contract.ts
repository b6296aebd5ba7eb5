import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { EVENTS, type EventType } from '../../events/catalogue.ts';
import { About, Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema.ts';

export const EVENT_TYPES = Object.keys(EVENTS).filter(isEventType);

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[^\\s\\u0000-\\u001f]+$',
  rule: 'must be a URL of at most 2048 characters',
  description: 'The public https URL that deliveries are sent to.',
});
const EventList = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  description: 'The types of event that the endpoint gets.',
});

export const NewEndpoint = Input(
  {
    url: Url,
    events: EventList,
    // Automation platforms name themselves here; other members are ignored.
    source: Type.Optional(
      Type.Unknown({
        'x-max-characters': 64 * 1_024,
        description: 'The name of the automation platform that subscribes, where it is one.',
      }),
    ),
  },
  { title: 'NewWebhook', description: 'An endpoint to subscribe to events.' },
);
export type NewEndpoint = Static<typeof NewEndpoint>;

const endpointId = About('The id of the endpoint.', Uuid);
const eventTypes = Type.Array(OneOf(EVENT_TYPES), {
  description: 'The types of event that the endpoint gets.',
});

export const Subscribed = Answer(
  { id: endpointId, events: eventTypes },
  { title: 'SubscribedWebhook', description: 'An endpoint that was subscribed.' },
);
export type Subscribed = Static<typeof Subscribed>;

export const EndpointRef = Input({ endpoint_id: endpointId });

const FoundEndpoint = Answer(
  {
    exists: Type.Literal(true, { description: 'True: the endpoint exists.' }),
    id: endpointId,
    events: eventTypes,
    url: Type.String({ description: 'The URL that deliveries are sent to.' }),
  },
  { title: 'FoundWebhook', description: 'An endpoint that exists.' },
);
const MissingEndpoint = Answer(
  { exists: Type.Literal(false, { description: 'False: the account has no such endpoint.' }) },
  { title: 'MissingWebhook', description: 'An endpoint that does not exist, or not any more.' },
);
export type EndpointCheck = Static<typeof FoundEndpoint> | Static<typeof MissingEndpoint>;
export const EndpointCheck = Type.Unsafe<EndpointCheck>({ oneOf: [FoundEndpoint, MissingEndpoint] });

export const Unsubscribed = Answer(
  { success: Type.Literal(true, { description: 'Always true: the endpoint gets no more events.' }) },
  { title: 'UnsubscribedWebhook', description: 'An endpoint that was unsubscribed.' },
);

/** An endpoint as its owner sees it: without its secrets. */
export const Endpoint = Answer({
  id: Uuid,
  url: Type.String(),
  events: Type.Array(OneOf(EVENT_TYPES)),
  is_managed: Type.Boolean(),
  paused_at: Nullable(Timestamp),
  failure_count: Type.Integer(),
  last_triggered_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type Endpoint = Static<typeof Endpoint>;

const EndpointList = Answer({ endpoints: Type.Array(Endpoint) });

export const EndpointChanges = Input({
  url: Type.Optional(Url),
  events: Type.Optional(EventList),
});
export type EndpointChanges = Static<typeof EndpointChanges>;

/** The secret in the contract's form and in that of Standard Webhooks. */
export const RevealedSecret = Answer({ secret: Type.String(), standard_secret: Type.String() });
export type RevealedSecret = Static<typeof RevealedSecret>;

function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text);
}

export const webhooksApi = consoleApi(
  {
    'GET /endpoints': { summary: 'List endpoints', role: 'admin', answer: EndpointList },
    'POST /endpoints': {
      summary: 'Add an endpoint',
      role: 'admin',
      body: NewEndpoint,
      answer: Subscribed,
      status: 201,
    },
    'PATCH /endpoints': {
      summary: 'Change an endpoint',
      role: 'admin',
      query: EndpointRef,
      body: EndpointChanges,
      answer: Endpoint,
    },
    'DELETE /endpoints': {
      summary: 'Delete an endpoint',
      role: 'admin',
      query: EndpointRef,
      answer: Unsubscribed,
    },
    'GET /endpoint': { summary: 'Read an endpoint', role: 'admin', query: EndpointRef, answer: Endpoint },
    // A reveal writes an audit entry, so it is no GET.
    'POST /endpoints/reveal': {
      summary: 'Reveal the signing secret',
      role: 'admin',
      query: EndpointRef,
      answer: RevealedSecret,
    },
    'POST /endpoints/rotate': {
      summary: 'Replace the signing secret',
      role: 'admin',
      query: EndpointRef,
      answer: RevealedSecret,
    },
    'POST /endpoints/pause': {
      summary: 'Let events wait',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
    },
    'POST /endpoints/resume': {
      summary: 'Send what waits',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
    },
    'POST /endpoints/reset': {
      summary: 'Set the failure count to zero',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
    },
  },
  { tag: 'Webhooks' },
);
