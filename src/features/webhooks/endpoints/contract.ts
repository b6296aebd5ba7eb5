import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { EVENTS, type EventType } from '../../../events/catalogue.ts';
import { name } from '../../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../../lib/schema/schema.ts';
import { schemaReasons } from '../../../lib/schema/reasons.ts';

export const EVENT_TYPES = Object.keys(EVENTS).filter(isEventType);

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[^\\s\\u0000-\\u001f]+$',
  rule: schemaReasons.url_of_length({ most: 2_048 }),
  description: 'The public https URL that deliveries are sent to.',
});
const EventList = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  description: 'The types of event that the endpoint gets.',
});

const called = { description: 'The name that people gave the endpoint.', examples: ['Planning system'] };
const Name = Nullable(Type.String({ ...name(100), ...called }));

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

/** An endpoint with a name, as the dashboard adds it. */
const NamedEndpoint = Input({ ...NewEndpoint.properties, name: Type.Optional(Name) });
export type NamedEndpoint = Static<typeof NamedEndpoint>;

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
export const Endpoint = Answer(
  {
    id: endpointId,
    name: Nullable(Type.String(called)),
    url: Type.String({ description: 'The URL that deliveries are sent to.' }),
    events: eventTypes,
    is_managed: Type.Boolean({
      description: 'True if an app or an automation platform manages the endpoint.',
    }),
    paused_at: About(
      'The time at which the endpoint was paused. Null while its events are sent.',
      Nullable(Timestamp),
    ),
    failure_count: Type.Integer({
      description: 'The number of deliveries that failed permanently.',
      examples: [0],
    }),
    last_triggered_at: About(
      'The time at which an event was last sent to the endpoint.',
      Nullable(Timestamp),
    ),
    secret_switches_at: About(
      'The time from which the newest secret signs `X-Webhook-Signature`; it can be in the past. Null if the secret has been used since its creation.',
      Nullable(Timestamp),
    ),
    created_at: About('The time at which the endpoint was subscribed.', Timestamp),
  },
  { title: 'Webhook', description: 'An endpoint that events are sent to, without its secrets.' },
);
export type Endpoint = Static<typeof Endpoint>;

/** The results of the newest deliveries that were tried, at most twenty. */
export const Recent = Answer({
  status: OneOf(['healthy', 'recovering', 'failing', 'paused', 'unused']),
  tried: Type.Integer(),
  /** Deliveries whose first attempt failed. */
  failed: Type.Integer(),
  /** Deliveries whose first attempt failed and a later one succeeded. */
  delivered_later: Type.Integer(),
  /** Deliveries whose first attempt failed and that wait for a retry. */
  retrying: Type.Integer(),
});
export type Recent = Static<typeof Recent>;

export const EndpointShown = Answer({ ...Endpoint.properties, recent: Recent });
export type EndpointShown = Static<typeof EndpointShown>;

const EndpointList = Answer({ endpoints: Type.Array(EndpointShown) });

export const EndpointFilter = Input(Page);
export const EndpointPage = Answer(
  { endpoints: Type.Array(Endpoint, { description: 'The endpoints of this page.' }), ...CountedPage },
  { title: 'WebhookPage', description: 'A page of endpoints.' },
);

export const EndpointChanges = Input(
  { name: Type.Optional(Name), url: Type.Optional(Url), events: Type.Optional(EventList) },
  { title: 'WebhookChanges', description: 'The changes of an endpoint. Omitted members stay unchanged.' },
);
export type EndpointChanges = Static<typeof EndpointChanges>;

/** The secret in the contract's form and in that of Standard Webhooks. */
export const SigningSecret = Answer(
  {
    secret: Type.String({
      description: 'The secret that `X-Webhook-Signature` is made with, 64 hexadecimal characters.',
      examples: ['9f2c…'],
    }),
    standard_secret: Type.String({
      description: 'The signing secret in the format of Standard Webhooks libraries.',
      examples: ['whsec_…'],
    }),
  },
  { title: 'WebhookSecret', description: 'The signing secret of an endpoint.' },
);
export type SigningSecret = Static<typeof SigningSecret>;

export const Rotation = Input(
  {
    switches_at: Type.Optional(
      TimestampAbout(
        'The time from which the new secret signs `X-Webhook-Signature`. Defaults to now; a time in the past means now.',
      ),
    ),
  },
  { title: 'WebhookRotation', description: 'The time at which a new secret takes over.' },
);
export type Rotation = Static<typeof Rotation>;

export const RotatedSecret = Answer(
  {
    ...SigningSecret.properties,
    switches_at: About(
      'The time from which the new secret signs `X-Webhook-Signature`. Null if it is used already.',
      Nullable(Timestamp),
    ),
  },
  { title: 'RotatedWebhookSecret', description: 'A new signing secret of an endpoint.' },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

/** The secret that signs now, and the one that takes over. */
export const RevealedSecret = Answer({ ...SigningSecret.properties, next: Nullable(RotatedSecret) });
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
      body: NamedEndpoint,
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
    'GET /endpoint': {
      summary: 'Read an endpoint',
      role: 'admin',
      query: EndpointRef,
      answer: EndpointShown,
    },
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
      body: Rotation,
      answer: RotatedSecret,
    },
    'DELETE /endpoints/rotate': {
      summary: 'Cancel a scheduled signing secret',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
    },
    'POST /endpoints/switch': {
      summary: 'Use a scheduled signing secret now',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
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
