import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import {
  About,
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageMembers,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../../lib/schema/schema.ts';
import { EndpointRef, EVENT_TYPES } from '../endpoints/contract.ts';
import { webhookReasons } from '../reasons.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const eventId = About('The id of the event, without `evt-`.', Uuid);
export const EVENT_ID_PATTERN = '^([Ee][Vv][Tt]-)?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
/** Accepts an id with or without `evt-`; the handler gets the id without the prefix. */
const EventRef = Type.String({
  maxLength: 40,
  format: 'event-id',
  pattern: EVENT_ID_PATTERN,
  rule: webhookReasons.event_id,
  description: 'The id of the event, with or without `evt-`.',
});
const endpointId = About('The id of the endpoint.', Uuid);

const delivery = {
  event_id: eventId,
  endpoint_id: endpointId,
  event: OneOf(EVENT_TYPES, { description: 'The type of the event.' }),
  state: OneOf(DELIVERY_STATES, { description: 'The state of the delivery.' }),
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  url: Type.String({ description: 'The current URL of the endpoint.' }),
  created_at: About('The time of the event.', Timestamp),
  settled_at: About(
    'The time at which the delivery was delivered, failed or cancelled.',
    Nullable(Timestamp),
  ),
  due_at: About('The time of the next attempt. Null unless the delivery waits.', Nullable(Timestamp)),
};
const Delivery = Answer(delivery, {
  title: 'Delivery',
  description: 'A delivery of an event to an endpoint.',
});
export type Delivery = Static<typeof Delivery>;

/** An event id and an endpoint id together identify a delivery. */
export const DeliveryRef = Input({ event_id: EventRef, endpoint_id: endpointId });
export type DeliveryRef = Static<typeof DeliveryRef>;

export const DeliveryFilter = Input({
  endpoint_id: Type.Optional(About('Only deliveries of this endpoint.', Uuid)),
  state: Type.Optional(OneOf(DELIVERY_STATES, { description: 'Only deliveries in this state.' })),
  event: Type.Optional(OneOf(EVENT_TYPES, { description: 'Only events of this type.' })),
  event_id: Type.Optional(EventRef),
  from: Type.Optional(TimestampAbout('Only events created at or after this time.')),
  to: Type.Optional(TimestampAbout('Only events created at or before this time.')),
  ...Page,
});
export type DeliveryFilter = Static<typeof DeliveryFilter>;

export const DeliveryPage = Answer(
  {
    deliveries: Type.Array(Delivery, { description: 'The deliveries of this page.' }),
    ...SearchedPageMembers,
  },
  { title: 'DeliveryPage', description: 'A page of deliveries.' },
);
export type DeliveryPage = Static<typeof DeliveryPage>;

/** The result of the last attempt of a delivery. */
const LastAttempt = Answer({
  attempted_at: Timestamp,
  outcome: Type.String(),
  status: Nullable(Type.Integer()),
  total_ms: Type.Number(),
});
export type LastAttempt = Static<typeof LastAttempt>;

const DeliveryRow = Answer({ ...delivery, last: Nullable(LastAttempt) });
export type DeliveryRow = Static<typeof DeliveryRow>;
const DeliveryRowPage = Answer({ ...DeliveryPage.properties, deliveries: Type.Array(DeliveryRow) });
export type DeliveryRowPage = Static<typeof DeliveryRowPage>;

const Attempt = Answer(
  {
    attempt: Type.Integer({ description: 'The number of the attempt, from 1.' }),
    attempted_at: About('The time at which the attempt started.', Timestamp),
    outcome: Type.String({
      description: 'The outcome of the attempt, as a short text.',
      examples: ['delivered'],
    }),
    status: Nullable(
      Type.Integer({ description: 'The status that the receiver answered with.', examples: [200] }),
    ),
    address: Nullable(Type.String({ description: 'The address that was called.', examples: ['8.8.8.8'] })),
    dns_ms: Nullable(Type.Number({ description: 'Milliseconds to resolve the host name.' })),
    connect_ms: Nullable(Type.Number({ description: 'Milliseconds to connect.' })),
    first_byte_ms: Nullable(Type.Number({ description: 'Milliseconds to the first byte of the response.' })),
    total_ms: Type.Number({ description: 'Milliseconds in all.', examples: [84] }),
    answer: Nullable(Type.String({ description: 'The beginning of the response body.', examples: ['OK'] })),
  },
  { title: 'DeliveryAttempt', description: 'One attempt of a delivery.' },
);
export type Attempt = Static<typeof Attempt>;

/** A delivery with the result of each attempt. */
export const DeliveryDetail = Answer(
  {
    ...delivery,
    body: Nullable(
      Type.String({
        description: 'The signed body, as text. Null after the event was deleted.',
        examples: ['{"event":"task.created"}'],
      }),
    ),
    log: Type.Array(Attempt, { description: 'The attempts, oldest first.' }),
  },
  { title: 'DeliveryDetail', description: 'A delivery with its body and its attempts.' },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

/** The request and response headers of an attempt; null if there were none or they are not stored yet. */
const DeliveryEvidence = Answer({
  /** The method and the URL in the first line, then one header per line. */
  request_head: Nullable(Type.String()),
  /** One header per line. */
  answer_head: Nullable(Type.String()),
});
export type DeliveryEvidence = Static<typeof DeliveryEvidence>;

/** A delivery for the dashboard. `evidence` and `log` have the same attempts in the same order. */
export const DeliveryView = Answer({
  ...DeliveryDetail.properties,
  /** The current name of the endpoint. */
  endpoint_name: Nullable(Type.String()),
  evidence: Type.Array(DeliveryEvidence),
});
export type DeliveryView = Static<typeof DeliveryView>;

const HealthDay = Answer(
  {
    day: Type.String({ description: 'YYYY-MM-DD, in UTC', examples: ['2026-03-02'] }),
    delivered: Type.Integer({ description: 'The number of delivered events.' }),
    failed: Type.Integer({ description: 'The number of events that failed permanently.' }),
  },
  { title: 'WebhookDay', description: 'The delivery results of one day.' },
);
/** The delivery results of an endpoint in the last seven days. */
const EndpointHealth = Answer(
  {
    endpoint_id: endpointId,
    waiting: Type.Integer({ description: 'The number of deliveries that wait now.' }),
    days: Type.Array(HealthDay, { description: 'The last seven days, the oldest first.' }),
  },
  { title: 'WebhookHealth', description: 'The delivery results of an endpoint in the last week.' },
);
export type EndpointHealth = Static<typeof EndpointHealth>;
const HealthList = Answer(
  { endpoints: Type.Array(EndpointHealth, { description: 'Every endpoint of the account.' }) },
  { title: 'WebhookHealthList', description: 'The delivery results of all endpoints in the last week.' },
);

const DeliveryQueued = Answer(
  { state: Type.Literal('pending', { description: 'Always `pending`: the delivery is retried.' }) },
  { title: 'QueuedDelivery', description: 'A delivery that is retried.' },
);

const TestEvent = Input(
  {
    event: Type.Optional(
      OneOf(EVENT_TYPES, {
        description: 'The type of the sample. Defaults to the first type of the endpoint.',
      }),
    ),
  },
  { title: 'TestEvent', description: 'A sample event to send.' },
);
const TestSent = Answer(
  { event_id: eventId, endpoint_id: endpointId },
  { title: 'SentTestEvent', description: 'The delivery of a sample event.' },
);

export const NewRetryJob = Input(
  {
    since: TimestampAbout('Only failed deliveries of events since this time.'),
    endpoint_id: Type.Optional(Nullable(About('Only deliveries of this endpoint.', Uuid))),
  },
  { title: 'NewRetry', description: 'Failed deliveries to retry.' },
);
export type NewRetryJob = Static<typeof NewRetryJob>;

const retryId = About('The id of the retry.', Uuid);

/** A retry of failed deliveries and its progress. */
export const RetryJob = Answer(
  {
    id: retryId,
    endpoint_id: About('The endpoint. Null for all endpoints.', Nullable(Uuid)),
    since: About('The start of the period: deliveries that failed after it are retried.', Timestamp),
    total: Type.Integer({ description: 'The number of deliveries to retry.', examples: [3] }),
    retried: Type.Integer({
      description: 'The number of deliveries that are queued again so far.',
      examples: [0],
    }),
    created_at: About('The time at which the retry was started.', Timestamp),
    finished_at: About('The time at which the last delivery was queued. Null before.', Nullable(Timestamp)),
  },
  { title: 'Retry', description: 'A retry of failed deliveries in the background, and its progress.' },
);
export type RetryJob = Static<typeof RetryJob>;

const RetryRef = Input({ retry_id: retryId });

const Resend = Input({ endpoint_id: About('The endpoint to send the event to as well.', Uuid) });

export const deliveriesApi = defineDashboardApi({
  'GET /deliveries': { role: 'admin', query: DeliveryFilter, answer: DeliveryRowPage },
  'GET /delivery': { role: 'admin', query: DeliveryRef, answer: DeliveryView },
  'GET /endpoints/health': { role: 'admin', needs_sign_in: true, answer: HealthList },
  'POST /delivery/retry': { role: 'admin', query: DeliveryRef, answer: DeliveryQueued },
  'POST /delivery/resend': { role: 'admin', query: DeliveryRef, body: Resend, answer: TestSent, status: 201 },
  'GET /retries': { role: 'admin', query: RetryRef, answer: RetryJob },
  'POST /retries': { role: 'admin', body: NewRetryJob, answer: RetryJob, status: 201 },
  'POST /endpoints/test': {
    role: 'admin',
    query: EndpointRef,
    body: TestEvent,
    answer: TestSent,
    status: 201,
  },
});
