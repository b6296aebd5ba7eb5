import { Type, type Static } from 'typebox';
import { consoleApi } from '../../../lib/declaration.ts';
import {
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  TimestampInput,
  Uuid,
} from '../../../lib/schema.ts';
import { EndpointRef, EVENT_TYPES } from '../contract.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const delivery = {
  event_id: Uuid,
  endpoint_id: Uuid,
  event: OneOf(EVENT_TYPES),
  state: OneOf(DELIVERY_STATES),
  attempts: Type.Integer(),
  url: Type.String(),
  created_at: Timestamp,
  settled_at: Nullable(Timestamp),
  /** When the next attempt is due, of one that waits. */
  due_at: Nullable(Timestamp),
};
const Delivery = Answer(delivery);
export type Delivery = Static<typeof Delivery>;

/** A delivery is named by its event and its endpoint. */
export const DeliveryRef = Input({ event_id: Uuid, endpoint_id: Uuid });
export type DeliveryRef = Static<typeof DeliveryRef>;

export const DeliveryFilter = Input({
  endpoint_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(DELIVERY_STATES)),
  event: Type.Optional(OneOf(EVENT_TYPES)),
  event_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'As receivers see it, `evt-…`, or the bare id' }),
  ),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type DeliveryFilter = Static<typeof DeliveryFilter>;

export const DeliveryPage = Answer({
  deliveries: Type.Array(Delivery),
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type DeliveryPage = Static<typeof DeliveryPage>;

const Attempt = Answer({
  attempt: Type.Integer(),
  attempted_at: Timestamp,
  outcome: Type.String(),
  status: Nullable(Type.Integer()),
  address: Nullable(Type.String()),
  dns_ms: Nullable(Type.Number()),
  connect_ms: Nullable(Type.Number()),
  first_byte_ms: Nullable(Type.Number()),
  total_ms: Type.Number(),
  answer: Nullable(Type.String()),
});
export type Attempt = Static<typeof Attempt>;

/** What was sent and how each attempt went. */
export const DeliveryDetail = Answer({
  ...delivery,
  body: Nullable(Type.String()),
  log: Type.Array(Attempt),
});
export type DeliveryDetail = Static<typeof DeliveryDetail>;

/** The headers of each attempt in the log's order; null where the secret is gone. */
export const DeliveryShown = Answer({
  ...DeliveryDetail.properties,
  sent: Type.Array(Nullable(Type.Record(Type.String(), Type.String()))),
});
export type DeliveryShown = Static<typeof DeliveryShown>;

const HealthDay = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  delivered: Type.Integer(),
  failed: Type.Integer(),
});
/** The last week of an endpoint. */
const EndpointHealth = Answer({ endpoint_id: Uuid, waiting: Type.Integer(), days: Type.Array(HealthDay) });
export type EndpointHealth = Static<typeof EndpointHealth>;
const HealthList = Answer({ endpoints: Type.Array(EndpointHealth) });

const DeliveryQueued = Answer({ state: Type.Literal('pending') });

const TestEvent = Input({ event: Type.Optional(OneOf(EVENT_TYPES)) });
const TestSent = Answer({ event_id: Uuid, endpoint_id: Uuid });

export const NewRetry = Input({ since: TimestampInput, endpoint_id: Type.Optional(Nullable(Uuid)) });
export type NewRetry = Static<typeof NewRetry>;

/** A retry of failed deliveries and its progress. */
export const Retry = Answer({
  id: Uuid,
  endpoint_id: Nullable(Uuid),
  since: Timestamp,
  total: Type.Integer(),
  retried: Type.Integer(),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type Retry = Static<typeof Retry>;

const RetryRef = Input({ retry_id: Uuid });

export const deliveriesApi = consoleApi(
  {
    'GET /deliveries': {
      summary: 'List deliveries',
      role: 'admin',
      query: DeliveryFilter,
      answer: DeliveryPage,
    },
    'GET /delivery': {
      summary: 'Read a delivery and its attempts',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryShown,
    },
    'GET /endpoints/health': {
      summary: 'Say how the endpoints did in the last week',
      role: 'admin',
      answer: HealthList,
    },
    'POST /delivery/retry': {
      summary: 'Attempt a delivery once more',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryQueued,
    },
    'GET /retries': {
      summary: 'Read how far a retry has come',
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
