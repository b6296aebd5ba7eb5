import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../../lib/schema/schema.ts';
import { EndpointRef, NewEndpoint, Subscribed } from '../endpoints/contract.ts';

/** How the signature of what came in compares with the secret of the endpoint. */
export const ArrivalVerdict = OneOf(['verified', 'unsigned', 'wrong_signature', 'too_old']);
export type ArrivalVerdict = Static<typeof ArrivalVerdict>;

export const NewInbox = Input({ events: NewEndpoint.properties.events });
export type NewInbox = Static<typeof NewInbox>;

export const Arrival = Answer({
  id: Uuid,
  arrived_at: Timestamp,
  verdict: ArrivalVerdict,
  /** The event type that the body names; the sender is unknown. */
  event: Nullable(Type.String()),
  body_bytes: Type.Integer(),
});
export type Arrival = Static<typeof Arrival>;

export const ArrivalShown = Answer({
  ...Arrival.properties,
  headers: Type.Array(Answer({ name: Type.String(), value: Type.String() })),
  body: Type.String(),
  /** True if the body is longer than the stored part. */
  is_cut: Type.Boolean(),
});
export type ArrivalShown = Static<typeof ArrivalShown>;

export const ArrivalRef = Input({ endpoint_id: Uuid, arrival_id: Uuid });
export type ArrivalRef = Static<typeof ArrivalRef>;

export const inboxesApi = consoleApi(
  {
    'POST /inboxes': {
      summary: 'Make an inbox and subscribe it',
      role: 'admin',
      body: NewInbox,
      answer: Subscribed,
      status: 201,
    },
    'GET /inbox': {
      summary: 'List what came into an inbox',
      role: 'admin',
      query: EndpointRef,
      answer: Answer({ arrivals: Type.Array(Arrival) }),
    },
    'GET /inbox/arrival': {
      summary: 'Read what came into an inbox',
      role: 'admin',
      query: ArrivalRef,
      answer: ArrivalShown,
    },
  },
  { tag: 'Webhooks' },
);
