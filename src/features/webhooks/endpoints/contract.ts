import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { EVENTS, type EventType } from '../../../events/catalogue.ts';
import { nameRule } from '../../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  ExpectedValuesInput,
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
  description: 'The event types that the endpoint receives.',
});

const called = { description: 'The display name of the endpoint.', examples: ['Planning system'] };
const Name = Nullable(Type.String({ ...nameRule(100), ...called }));

export const NewEndpoint = Input(
  {
    url: Url,
    events: EventList,
    // Automation platforms send their name in `source`.
    source: Type.Optional(
      Type.Unknown({
        'x-max-characters': 64 * 1_024,
        description: 'The automation platform that subscribes. Omit it for other callers.',
      }),
    ),
  },
  { title: 'NewWebhook', description: 'An endpoint to subscribe to events.' },
);
export type NewEndpoint = Static<typeof NewEndpoint>;

/** The input of the dashboard, which can also set a name. */
const NamedEndpoint = Input({ ...NewEndpoint.properties, name: Type.Optional(Name) });
export type NamedEndpoint = Static<typeof NamedEndpoint>;

const endpointId = About('The id of the endpoint.', Uuid);
const eventTypes = Type.Array(OneOf(EVENT_TYPES), {
  description: 'The event types that the endpoint receives.',
});

export const SubscribeAnswer = Answer(
  { id: endpointId, events: eventTypes },
  { title: 'SubscribedWebhook', description: 'An endpoint that was subscribed.' },
);
export type SubscribeAnswer = Static<typeof SubscribeAnswer>;

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
  { title: 'MissingWebhook', description: 'An endpoint that does not exist or was deleted.' },
);
export type EndpointCheck = Static<typeof FoundEndpoint> | Static<typeof MissingEndpoint>;
export const EndpointCheck = Type.Unsafe<EndpointCheck>({ oneOf: [FoundEndpoint, MissingEndpoint] });

export const UnsubscribeAnswer = Answer(
  { success: Type.Literal(true, { description: 'Always true: the endpoint gets no more events.' }) },
  { title: 'UnsubscribedWebhook', description: 'An endpoint that was unsubscribed.' },
);

/** An endpoint without its secrets. */
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
  { title: 'Webhook', description: 'An endpoint, without its secrets.' },
);
export type Endpoint = Static<typeof Endpoint>;

/**
 * The deliveries of the endpoint that failed permanently and were not retried. Only the newest failures of the account
 * are counted; `is_more` is true if the account has more.
 */
const LostDeliveries = Answer({
  count: Type.Integer(),
  is_more: Type.Boolean(),
  first_at: Timestamp,
  last_at: Timestamp,
});
export type LostDeliveries = Static<typeof LostDeliveries>;

/** The statuses of endpoints, most urgent first. */
export const ENDPOINT_STATUSES = ['failing', 'recovering', 'paused', 'unused', 'healthy'] as const;

/** The results of the latest deliveries with at least one attempt, at most twenty, and the lost deliveries. */
export const RecentDeliveries = Answer({
  status: OneOf(ENDPOINT_STATUSES),
  tried: Type.Integer(),
  arrived: Type.Integer(),
  /** Deliveries that arrived on the second attempt. */
  second_attempt: Type.Integer(),
  /** Deliveries that arrived on the third attempt or a manual retry. */
  later_attempt: Type.Integer(),
  /** Deliveries whose first attempt failed and that wait for a retry. */
  retrying: Type.Integer(),
  lost: Nullable(LostDeliveries),
});
export type RecentDeliveries = Static<typeof RecentDeliveries>;

export const EndpointView = Answer({ ...Endpoint.properties, recent: RecentDeliveries });
export type EndpointView = Static<typeof EndpointView>;

const EndpointList = Answer({ endpoints: Type.Array(EndpointView), ...CountedPage });

export const EndpointFilter = Input({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that the name or the URL of the endpoint contain.' }),
  ),
  status: Type.Optional(
    About(
      'Only endpoints with this status, which depends on their latest deliveries.',
      OneOf(ENDPOINT_STATUSES),
    ),
  ),
  sort: Type.Optional(
    About(
      'The order: `status` with failing endpoints first, `name` from A to Z, or `last_triggered_at` with the latest first. Newest first without it.',
      OneOf(['status', 'name', 'last_triggered_at']),
    ),
  ),
  ...Page,
});
export type EndpointFilter = Static<typeof EndpointFilter>;

export const EndpointPage = Answer(
  { endpoints: Type.Array(Endpoint, { description: 'The endpoints of this page.' }), ...CountedPage },
  { title: 'WebhookPage', description: 'A page of endpoints.' },
);

export const EndpointChanges = Input(
  { name: Type.Optional(Name), url: Type.Optional(Url), events: Type.Optional(EventList) },
  { title: 'WebhookChanges', description: 'The changes of an endpoint. Omitted members stay unchanged.' },
);
export type EndpointChanges = Static<typeof EndpointChanges>;
const EndpointEdit = Input({ ...EndpointChanges.properties, expected: ExpectedValuesInput });

/** The signing secret in the format of the contract and in the format of Standard Webhooks. */
export const SigningSecret = Answer(
  {
    secret: Type.String({
      description: 'The secret that signs `X-Webhook-Signature`: 64 hexadecimal characters.',
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

export const SecretRotationInput = Input(
  {
    switches_at: Type.Optional(
      TimestampAbout(
        'The time from which the new secret signs `X-Webhook-Signature`. Defaults to now; a time in the past means now.',
      ),
    ),
  },
  { title: 'WebhookRotation', description: 'The time at which a new secret takes effect.' },
);
export type SecretRotationInput = Static<typeof SecretRotationInput>;

export const RotatedSecret = Answer(
  {
    ...SigningSecret.properties,
    switches_at: About(
      'The time from which the new secret signs `X-Webhook-Signature`. Null if it is already in use.',
      Nullable(Timestamp),
    ),
  },
  { title: 'RotatedWebhookSecret', description: 'A new signing secret of an endpoint.' },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

/** The secret that signs now and, during a scheduled rotation, the next secret. */
export const RevealedSecret = Answer({ ...SigningSecret.properties, next: Nullable(RotatedSecret) });
export type RevealedSecret = Static<typeof RevealedSecret>;

function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text);
}

export const webhooksApi = defineDashboardApi({
  'GET /endpoints': { role: 'admin', query: EndpointFilter, answer: EndpointList },
  'POST /endpoints': { role: 'admin', body: NamedEndpoint, answer: SubscribeAnswer, status: 201 },
  'PATCH /endpoints': { role: 'admin', query: EndpointRef, body: EndpointEdit, answer: Endpoint },
  'DELETE /endpoints': { role: 'admin', query: EndpointRef, answer: UnsubscribeAnswer },
  'GET /endpoint': { role: 'admin', query: EndpointRef, answer: EndpointView },
  // A reveal writes an audit entry, so it is no GET.
  'POST /endpoints/reveal': { role: 'admin', query: EndpointRef, answer: RevealedSecret },
  'POST /endpoints/rotate': {
    role: 'admin',
    query: EndpointRef,
    body: SecretRotationInput,
    answer: RotatedSecret,
  },
  'DELETE /endpoints/rotate': { role: 'admin', query: EndpointRef, answer: Endpoint },
  'POST /endpoints/switch': { role: 'admin', query: EndpointRef, answer: Endpoint },
  'POST /endpoints/pause': { role: 'admin', query: EndpointRef, answer: Endpoint },
  'POST /endpoints/resume': { role: 'admin', query: EndpointRef, answer: Endpoint },
  'POST /endpoints/reset': { role: 'admin', query: EndpointRef, answer: Endpoint },
});
