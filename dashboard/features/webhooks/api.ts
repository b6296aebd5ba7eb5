import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type {
  EndpointShown as Endpoint,
  NamedEndpoint,
  Rotation,
  Subscribed,
} from '../../../src/features/webhooks/endpoints/contract.ts';
import type { Arrival } from '../../../src/features/webhooks/inbox/contract.ts';
import type {
  Attempt,
  DeliveryRow as Delivery,
  DeliveryShown,
  DeliveryEvidence,
  EndpointHealth,
  Retry,
} from '../../../src/features/webhooks/log/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type {
  Arrival,
  Attempt,
  Delivery,
  DeliveryShown,
  Endpoint,
  DeliveryEvidence as Evidence,
  Retry,
  Rotation,
  Subscribed,
};
export type DeliveryRef = Pick<Delivery, 'event_id' | 'endpoint_id'>;
export type EventType = Endpoint['events'][number];

const MOST_ARRIVALS = 200;
const LIVE_MS = 2_500;
const CALM_MS = 15_000;

export type EndpointRow = Endpoint & { health: EndpointHealth | undefined };

export const endpointsQuery = queryOptions({
  queryKey: ['endpoints'],
  queryFn: async ({ signal }): Promise<ListPageData<EndpointRow>> => {
    const [{ endpoints }, health] = await Promise.all([
      callApi('GET /endpoints', { signal }),
      callApi('GET /endpoints/health', { signal }),
    ]);
    const rows = endpoints.map((endpoint) => ({
      ...endpoint,
      health: health.endpoints.find(({ endpoint_id }) => endpoint_id === endpoint.id),
    }));
    return { rows, total: rows.length, limit: 100, offset: 0 };
  },
  refetchInterval: CALM_MS,
});

export function endpointQuery(endpoint_id: string) {
  return queryOptions({
    queryKey: ['endpoint', endpoint_id],
    queryFn: ({ signal }) => callApi('GET /endpoint', { query: { endpoint_id }, signal }),
    refetchInterval: LIVE_MS,
  });
}

/** Refetches while the page is visible. */
export function deliveriesQuery(filter: OperationQuery<'GET /deliveries'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['deliveries', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Delivery>> => {
      const { deliveries, ...page } = await callApi('GET /deliveries', {
        query: filterToInstants(filter),
        signal,
      });
      return { rows: deliveries, ...page };
    },
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

export type EndpointValues = Pick<NamedEndpoint, 'url' | 'events'> & { name: string };

/** A field that was left empty is no name. */
function withName({ name, ...values }: EndpointValues) {
  return { ...values, name: name.trim() === '' ? null : name };
}

export function useAddEndpoint(onDone: (made: Subscribed) => void) {
  return useApiMutation(
    (callApi, values: EndpointValues) => callApi('POST /endpoints', { body: withName(values) }),
    {
      changes: ['endpoints', 'home'],
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useChangeEndpoint(endpoint_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, values: EndpointValues) =>
      callApi('PATCH /endpoints', { query: { endpoint_id }, body: withName(values) }),
    { changes: ['endpoints', 'endpoint'], says: t('Endpoint changed'), onDone, showsErrorsItself: true },
  );
}

/** An inbox of this service, subscribed to everything. */
export function useMakeInbox(onDone: (made: Subscribed) => void) {
  return useApiMutation((callApi, events: EventType[]) => callApi('POST /inboxes', { body: { events } }), {
    changes: ['endpoints', 'home'],
    says: t('Inbox created. Send a test event.'),
    onDone,
  });
}

/** Refetches while the page is visible. */
export function arrivalsQuery(endpoint_id: string) {
  return queryOptions({
    queryKey: ['arrivals', endpoint_id],
    queryFn: async ({ signal }): Promise<ListPageData<Arrival>> => {
      const { arrivals: rows } = await callApi('GET /inbox', { query: { endpoint_id }, signal });
      return { rows, total: rows.length, limit: MOST_ARRIVALS, offset: 0 };
    },
    refetchInterval: LIVE_MS,
  });
}

export function arrivalQuery(endpoint_id: string, arrival_id: string) {
  return queryOptions({
    queryKey: ['arrivals', endpoint_id, arrival_id],
    queryFn: ({ signal }) => callApi('GET /inbox/arrival', { query: { endpoint_id, arrival_id }, signal }),
  });
}

const SWITCHES = {
  pause: t('Endpoint paused. Events wait until you resume it.'),
  resume: t('Endpoint resumed. Sending waiting events.'),
  reset: t('Failure count was reset'),
};
export type EndpointSwitch = keyof typeof SWITCHES;

export function useSwitchEndpoint(endpoint_id: string, which: EndpointSwitch) {
  return useApiMutation((callApi) => callApi(`POST /endpoints/${which}`, { query: { endpoint_id } }), {
    changes: ['endpoints', 'endpoint', 'home'],
    says: SWITCHES[which],
  });
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
    (callApi, rotation: Rotation) =>
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

/** Ends the rotation of a secret, early or by cancelling it. */
export function useEndRotation(endpoint_id: string, how: keyof typeof ROTATION_ENDS, onDone: () => void) {
  const { operation, says } = ROTATION_ENDS[how];
  return useApiMutation((callApi) => callApi(operation, { query: { endpoint_id } }), {
    changes: ['deliveries', 'endpoint'],
    says,
    onDone,
  });
}

export function useSendTest(
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

export function useResend(
  ref: DeliveryRef,
  onDone: (sent: OperationAnswer<'POST /delivery/resend'>) => void,
) {
  return useApiMutation(
    (callApi, endpoint_id: string) => callApi('POST /delivery/resend', { query: ref, body: { endpoint_id } }),
    { changes: ['deliveries', 'endpoint', 'endpoints'], says: t('Sending to the other endpoint'), onDone },
  );
}

export function useRetryAll(endpoint_id: string, onDone: (retry: Retry) => void) {
  return useApiMutation(
    (callApi, since: string) => callApi('POST /retries', { body: { since, endpoint_id } }),
    {
      changes: ['deliveries'],
      onDone,
    },
  );
}

/** The progress of a retry until it ends. */
export function useRetryProgress(started: Retry | undefined): Retry | undefined {
  const { data } = useQuery({
    queryKey: ['retry', started?.id],
    queryFn: started
      ? ({ signal }) => callApi('GET /retries', { query: { retry_id: started.id }, signal })
      : skipToken,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : LIVE_MS / 5),
  });
  return data ?? started;
}
