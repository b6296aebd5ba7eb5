import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type {
  EndpointView as Endpoint,
  NamedEndpoint,
  SecretRotationInput,
  SubscribeAnswer,
} from '../../../src/features/webhooks/endpoints/contract.ts';
import type { ReceivedRequest } from '../../../src/features/webhooks/inbox/contract.ts';
import type {
  Attempt,
  DeliveryRow as Delivery,
  DeliveryView,
  DeliveryEvidence,
  EndpointHealth,
  RetryJob,
} from '../../../src/features/webhooks/log/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, type ListPageData, toListPage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type {
  ReceivedRequest as Arrival,
  Attempt,
  Delivery,
  DeliveryView,
  Endpoint,
  DeliveryEvidence as Evidence,
  RetryJob,
  SecretRotationInput,
  SubscribeAnswer,
};
export type DeliveryRef = Pick<Delivery, 'event_id' | 'endpoint_id'>;
export type EventType = Endpoint['events'][number];

const MOST_ARRIVALS = 200;
const LIVE_MS = 2_500;
const CALM_MS = 15_000;

export type EndpointRow = Endpoint & { health: EndpointHealth | undefined };

export function endpointsQuery(filter: OperationQuery<'GET /endpoints'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['endpoints', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<EndpointRow>> => {
      const [{ endpoints, ...page }, health] = await Promise.all([
        callApi('GET /endpoints', { query: filter, signal }),
        callApi('GET /endpoints/health', { signal }),
      ]);
      const healthById = new Map(health.endpoints.map((one) => [one.endpoint_id, one]));
      return { ...page, rows: endpoints.map((each) => ({ ...each, health: healthById.get(each.id) })) };
    },
    refetchInterval: CALM_MS,
  });
}

export function endpointQuery(endpoint_id: string) {
  return queryOptions({
    queryKey: ['endpoint', endpoint_id],
    queryFn: ({ signal }) => callApi('GET /endpoint', { query: { endpoint_id }, signal }),
    refetchInterval: LIVE_MS,
  });
}

/** Polls while the page is visible. */
export function deliveriesQuery(filter: OperationQuery<'GET /deliveries'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['deliveries', filter],
    queryFn: ({ signal }) =>
      toListPage(
        'deliveries',
        callApi('GET /deliveries', { query: convertFilterDaysToInstants(filter), signal }),
      ),
    refetchInterval: LIVE_MS,
  });
}

export function deliveryQuery(ref: DeliveryRef) {
  return queryOptions({
    queryKey: ['deliveries', 'one', ref],
    queryFn: ({ signal }) => callApi('GET /delivery', { query: ref, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? LIVE_MS / 2 : CALM_MS),
  });
}

export type EndpointFormValues = Pick<NamedEndpoint, 'url' | 'events'> & { name: string };

/** Converts the form values to a request body; an empty name field means that the endpoint has no name. */
export function endpointRequestBody({ name, ...values }: EndpointFormValues) {
  return { ...values, name: name.trim() === '' ? null : name };
}

export function useAddEndpoint(onDone: (made: SubscribeAnswer) => void) {
  return useApiMutation(
    (callApi, values: EndpointFormValues) =>
      callApi('POST /endpoints', { body: endpointRequestBody(values) }),
    {
      changes: ['endpoints', 'home'],
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useChangeEndpoint(endpoint_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, edit: OperationBody<'PATCH /endpoints'>) =>
      callApi('PATCH /endpoints', { query: { endpoint_id }, body: edit }),
    { changes: ['endpoints', 'endpoint'], says: t('Endpoint changed'), onDone, showsErrorsItself: true },
  );
}

/** Creates an inbox of this service that receives all chosen events. */
export function useCreateInbox(onDone: (made: SubscribeAnswer) => void) {
  return useApiMutation((callApi, events: EventType[]) => callApi('POST /inboxes', { body: { events } }), {
    changes: ['endpoints', 'home'],
    says: t('Inbox created. Send a test event.'),
    onDone,
  });
}

/** Polls while the page is visible. */
export function inboxArrivalsQuery(endpoint_id: string) {
  return queryOptions({
    queryKey: ['arrivals', endpoint_id],
    queryFn: async ({ signal }): Promise<ListPageData<ReceivedRequest>> => {
      const { arrivals: rows } = await callApi('GET /inbox', { query: { endpoint_id }, signal });
      return { rows, total: rows.length, limit: MOST_ARRIVALS, offset: 0 };
    },
    refetchInterval: LIVE_MS,
  });
}

export function inboxArrivalQuery(endpoint_id: string, arrival_id: string) {
  return queryOptions({
    queryKey: ['arrivals', endpoint_id, arrival_id],
    queryFn: ({ signal }) => callApi('GET /inbox/arrival', { query: { endpoint_id, arrival_id }, signal }),
  });
}

const ACTION_RESULTS = {
  pause: t('Endpoint paused. Events wait until you resume it.'),
  resume: t('Endpoint resumed. Sending waiting events.'),
  reset: t('Failure count was reset'),
};
export type EndpointAction = keyof typeof ACTION_RESULTS;

/** The actions that reverse each other. */
const REVERSE = { pause: 'resume', resume: 'pause', reset: undefined } as const;

export function useEndpointAction(endpoint_id: string, action: EndpointAction) {
  const { mutate, isPending } = useApiMutation(
    (callApi, sent: EndpointAction) => callApi(`POST /endpoints/${sent}`, { query: { endpoint_id } }),
    {
      changes: ['endpoints', 'endpoint', 'home'],
      says: ACTION_RESULTS[action],
      undo: (sent) => REVERSE[sent],
    },
  );
  return { mutate: () => mutate(action), isPending };
}

export function useDeleteEndpoint(endpoint_id: string, onDone: () => void) {
  return useApiMutation((callApi) => callApi('DELETE /endpoints', { query: { endpoint_id } }), {
    changes: ['endpoints', 'home'],
    says: t('Endpoint deleted'),
    onDone,
  });
}

export function useRevealSecret(endpoint_id: string) {
  return useApiMutation((callApi) => callApi('POST /endpoints/reveal', { query: { endpoint_id } }), {
    changes: [],
  });
}

export function useRotateSecret(endpoint_id: string) {
  return useApiMutation(
    (callApi, rotation: SecretRotationInput) =>
      callApi('POST /endpoints/rotate', { query: { endpoint_id }, body: rotation }),
    {
      changes: ['deliveries', 'endpoint'],
      says: ({ switches_at }) => (switches_at === null ? t('Secret rotated') : t('New secret scheduled')),
    },
  );
}

const ROTATION_ENDS = {
  switch: { operation: 'POST /endpoints/switch', says: t('New secret in use') },
  cancel: {
    operation: 'DELETE /endpoints/rotate',
    says: t('Rotation cancelled. The current secret stays in use.'),
  },
} as const;

/** Ends the rotation of a secret: activates the new secret early, or cancels it. */
export function useEndSecretRotation(
  endpoint_id: string,
  how: keyof typeof ROTATION_ENDS,
  onDone: () => void,
) {
  const { operation, says } = ROTATION_ENDS[how];
  return useApiMutation((callApi) => callApi(operation, { query: { endpoint_id } }), {
    changes: ['deliveries', 'endpoint'],
    says,
    onDone,
  });
}

export function useSendTestEvent(
  endpoint_id: string,
  onDone: (sent: OperationAnswer<'POST /endpoints/test'>) => void,
) {
  return useApiMutation(
    (callApi, event: EventType) =>
      callApi('POST /endpoints/test', { body: { event }, query: { endpoint_id } }),
    { changes: ['deliveries', 'endpoint'], onDone },
  );
}

export function useRetryDelivery(ref: DeliveryRef) {
  return useApiMutation((callApi) => callApi('POST /delivery/retry', { query: ref }), {
    changes: ['deliveries', 'endpoint'],
    says: t('Retry started'),
  });
}

export function useResendToEndpoint(
  ref: DeliveryRef,
  onDone: (sent: OperationAnswer<'POST /delivery/resend'>) => void,
) {
  return useApiMutation(
    (callApi, endpoint_id: string) => callApi('POST /delivery/resend', { query: ref, body: { endpoint_id } }),
    {
      changes: ['deliveries', 'endpoint', 'endpoints'],
      says: t('Resending the event to the other endpoint'),
      onDone,
    },
  );
}

export function useRetryFailedDeliveries(endpoint_id: string, onDone: (retry: RetryJob) => void) {
  return useApiMutation(
    (callApi, since: string) => callApi('POST /retries', { body: { since, endpoint_id } }),
    {
      changes: ['deliveries'],
      onDone,
    },
  );
}

/** Returns the progress of a retry, polled until the retry ends. */
export function useRetryProgress(started: RetryJob | undefined): RetryJob | undefined {
  const { data } = useQuery({
    queryKey: ['retry', started?.id],
    queryFn: started
      ? ({ signal }) => callApi('GET /retries', { query: { retry_id: started.id }, signal })
      : skipToken,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : LIVE_MS / 5),
  });
  return data ?? started;
}
