import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../../lib/schema/schema.ts';
import { EndpointRef, NewEndpoint, SubscribeAnswer } from '../endpoints/contract.ts';

/** The result of the signature check of a received request. */
export const ArrivalVerdict = OneOf(['verified', 'unsigned', 'wrong_signature', 'too_old']);
export type ArrivalVerdict = Static<typeof ArrivalVerdict>;

export const NewInbox = Input({ events: NewEndpoint.properties.events });
export type NewInbox = Static<typeof NewInbox>;

export const ReceivedRequest = Answer({
  id: Uuid,
  arrived_at: Timestamp,
  verdict: ArrivalVerdict,
  /** The event type in the body. Do not trust it: the sender of the request is unknown. */
  event: Nullable(Type.String()),
  body_bytes: Type.Integer(),
});
export type ReceivedRequest = Static<typeof ReceivedRequest>;

export const ArrivalView = Answer({
  ...ReceivedRequest.properties,
  headers: Type.Array(Answer({ name: Type.String(), value: Type.String() })),
  body: Type.String(),
  /** True if the body is longer than the stored part. */
  is_cut: Type.Boolean(),
});
export type ArrivalView = Static<typeof ArrivalView>;

export const ArrivalRef = Input({ endpoint_id: Uuid, arrival_id: Uuid });
export type ArrivalRef = Static<typeof ArrivalRef>;

export const inboxesApi = defineDashboardApi({
  'POST /inboxes': { role: 'admin', body: NewInbox, answer: SubscribeAnswer, status: 201 },
  'GET /inbox': {
    role: 'admin',
    query: EndpointRef,
    answer: Answer({ arrivals: Type.Array(ReceivedRequest) }),
  },
  'GET /inbox/arrival': { role: 'admin', query: ArrivalRef, answer: ArrivalView },
});
