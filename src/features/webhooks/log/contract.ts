import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import {
  About,
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageEnds,
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
/** An input accepts the id with and without `evt-`; a verb gets the bare id. */
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
  url: Type.String({ description: 'The URL of the endpoint now.' }),
  created_at: About('The time of the event.', Timestamp),
  settled_at: About(
    'The time at which the delivery was delivered, failed or cancelled.',
    Nullable(Timestamp),
  ),
  due_at: About('The time of the next attempt. Null unless the delivery waits.', Nullable(Timestamp)),
};
const Delivery = Answer(delivery, {
  title: 'Delivery',
  description: 'An event on its way to an endpoint.',
});
export type Delivery = Static<typeof Delivery>;

/** A delivery is named by its event and its endpoint. */
export const DeliveryRef = Input({ event_id: EventRef, endpoint_id: endpointId });
export type DeliveryRef = Static<typeof DeliveryRef>;

export const DeliveryFilter = Input({
  endpoint_id: Type.Optional(About('Only deliveries of this endpoint.', Uuid)),
  state: Type.Optional(OneOf(DELIVERY_STATES, { description: 'Only deliveries in this state.' })),
  event: Type.Optional(OneOf(EVENT_TYPES, { description: 'Only events of this type.' })),
  event_id: Type.Optional(EventRef),
  from: Type.Optional(TimestampAbout('Created at or after.')),
  to: Type.Optional(TimestampAbout('Created at or before.')),
  ...Page,
});
export type DeliveryFilter = Static<typeof DeliveryFilter>;

export const DeliveryPage = Answer(
  {
    deliveries: Type.Array(Delivery, { description: 'The deliveries of this page.' }),
    ...SearchedPageEnds,
  },
  { title: 'DeliveryPage', description: 'A page of deliveries.' },
);
export type DeliveryPage = Static<typeof DeliveryPage>;

/** How the last attempt of a delivery ended. */
const LastAttempt = Answer({
  attempted_at: Timestamp,
  outcome: Type.String(),
  status: Nullable(Type.Integer()),
  total_ms: Type.Number(),
});
export type LastAttempt = Static<typeof LastAttempt>;

const DeliveryRow = Answer({ ...delivery, last: Nullable(LastAttempt) });
export type DeliveryRow = Static<typeof DeliveryRow>;
const DeliveryRows = Answer({ ...DeliveryPage.properties, deliveries: Type.Array(DeliveryRow) });
export type DeliveryRows = Static<typeof DeliveryRows>;

const Attempt = Answer(
  {
    attempt: Type.Integer({ description: 'The number of the attempt, from 1.' }),
    attempted_at: About('The time at which the attempt started.', Timestamp),
    outcome: Type.String({
      description: 'The outcome of the attempt, in a word or two.',
      examples: ['delivered'],
    }),
    status: Nullable(
      Type.Integer({ description: 'The status that the receiver answered with.', examples: [200] }),
    ),
    address: Nullable(Type.String({ description: 'The address that was called.', examples: ['8.8.8.8'] })),
    dns_ms: Nullable(Type.Number({ description: 'Milliseconds to find the address.' })),
    connect_ms: Nullable(Type.Number({ description: 'Milliseconds to connect.' })),
    first_byte_ms: Nullable(Type.Number({ description: 'Milliseconds to the first byte of the answer.' })),
    total_ms: Type.Number({ description: 'Milliseconds in all.', examples: [84] }),
    answer: Nullable(Type.String({ description: 'The beginning of the answer.', examples: ['OK'] })),
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
        description: 'The bytes that are signed and sent, as text; null once the event is forgotten.',
        examples: ['{"event":"task.created"}'],
      }),
    ),
    log: Type.Array(Attempt, { description: 'Every attempt, in the order they were made.' }),
  },
  { title: 'DeliveryDetail', description: 'A delivery with what was sent and how each attempt went.' },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

/** The request and the answer of an attempt; null if there was none, or if it is not stored yet. */
const DeliveryEvidence = Answer({
  /** The method and the URL, then a header a line. */
  request_head: Nullable(Type.String()),
  /** A header a line. */
  answer_head: Nullable(Type.String()),
});
export type DeliveryEvidence = Static<typeof DeliveryEvidence>;

/** The evidence of each attempt in the log's order. */
export const DeliveryShown = Answer({
  ...DeliveryDetail.properties,
  /** The present name of the endpoint. */
  endpoint_name: Nullable(Type.String()),
  evidence: Type.Array(DeliveryEvidence),
});
export type DeliveryShown = Static<typeof DeliveryShown>;

const HealthDay = Answer(
  {
    day: Type.String({ description: 'YYYY-MM-DD, in UTC', examples: ['2026-03-02'] }),
    delivered: Type.Integer({ description: 'The number of delivered events.' }),
    failed: Type.Integer({ description: 'The number of events that failed permanently.' }),
  },
  { title: 'WebhookDay', description: 'The delivery results of one day.' },
);
/** The last week of an endpoint. */
const EndpointHealth = Answer(
  {
    endpoint_id: endpointId,
    waiting: Type.Integer({ description: 'The number of deliveries that wait now.' }),
    days: Type.Array(HealthDay, { description: 'The last seven days, the oldest first.' }),
  },
  { title: 'WebhookHealth', description: 'The delivery results of an endpoint in the last week.' },
);
export type EndpointHealth = Static<typeof EndpointHealth>;
export const HealthList = Answer(
  { endpoints: Type.Array(EndpointHealth, { description: 'Every endpoint of the account.' }) },
  { title: 'WebhookHealthList', description: 'The delivery results of all endpoints in the last week.' },
);

export const DeliveryQueued = Answer(
  { state: Type.Literal('pending', { description: 'Always `pending`: it is attempted once more.' }) },
  { title: 'QueuedDelivery', description: 'A delivery that is attempted once more.' },
);

export const TestEvent = Input(
  {
    event: Type.Optional(
      OneOf(EVENT_TYPES, {
        description: 'The type of the sample; the first that the endpoint gets if left out.',
      }),
    ),
  },
  { title: 'TestEvent', description: 'A sample event to send.' },
);
export const TestSent = Answer(
  { event_id: eventId, endpoint_id: endpointId },
  { title: 'SentTestEvent', description: 'The delivery of a sample event.' },
);

export const NewRetry = Input(
  {
    since: TimestampAbout('The failed deliveries of events since then.'),
    endpoint_id: Type.Optional(Nullable(About('Only of this endpoint; of all if left out.', Uuid))),
  },
  { title: 'NewRetry', description: 'Failed deliveries to attempt once more.' },
);
export type NewRetry = Static<typeof NewRetry>;

const retryId = About('The id of the retry.', Uuid);

/** A retry of failed deliveries and its progress. */
export const Retry = Answer(
  {
    id: retryId,
    endpoint_id: About('The endpoint; null for all.', Nullable(Uuid)),
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
export type Retry = Static<typeof Retry>;

export const RetryRef = Input({ retry_id: retryId });

const Resend = Input({ endpoint_id: About('The endpoint to send the event to as well.', Uuid) });

export const deliveriesApi = consoleApi(
  {
    'GET /deliveries': {
      summary: 'List deliveries',
      role: 'admin',
      query: DeliveryFilter,
      answer: DeliveryRows,
    },
    'GET /delivery': {
      summary: 'Read a delivery and its attempts',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryShown,
    },
    'GET /endpoints/health': {
      summary: 'Read the delivery results of the last week',
      role: 'admin',
      answer: HealthList,
    },
    'POST /delivery/retry': {
      summary: 'Retry a delivery',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryQueued,
    },
    'POST /delivery/resend': {
      summary: 'Send the event of a delivery to another endpoint',
      role: 'admin',
      query: DeliveryRef,
      body: Resend,
      answer: TestSent,
      status: 201,
    },
    'GET /retries': {
      summary: 'Read the progress of a retry',
      role: 'admin',
      query: RetryRef,
      answer: Retry,
    },
    'POST /retries': {
      summary: 'Retry all that failed since a time',
      role: 'admin',
      body: NewRetry,
      answer: Retry,
      status: 201,
    },
    'POST /endpoints/test': {
      summary: 'Send a test event',
      role: 'admin',
      query: EndpointRef,
      body: TestEvent,
      answer: TestSent,
      status: 201,
    },
  },
  { tag: 'Webhooks' },
);
