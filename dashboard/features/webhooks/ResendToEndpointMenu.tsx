import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/queryClient.ts';
import { RecordMenu } from '../../components/picker/RecordMenu.tsx';
import { filterRecordOptions, type RecordSource } from '../../components/picker/source.ts';
import { Icon } from '../../components/Icon.tsx';
import { endpointsQuery, useResendToEndpoint, type DeliveryView } from './api.ts';
import { endpointLabel } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';

/** The page size of the endpoints that the menu asks for; further ones are found by typing. */
const MOST_OFFERED = 100;

/** Sends the event to another endpoint of the account, signed with that endpoint's secret. */
export function ResendToEndpointMenu({
  delivery: { event_id, endpoint_id, body },
}: {
  delivery: DeliveryView;
}) {
  const navigate = useNavigate();
  const { data } = useQuery(endpointsQuery({ limit: MOST_OFFERED }));
  const { mutate, isPending } = useResendToEndpoint(
    { event_id, endpoint_id },
    (sent) =>
      void navigate({
        to: '/webhooks/$endpointId',
        params: { endpointId: sent.endpoint_id },
        search: { delivery: sent.event_id },
      }),
  );
  const others = (data?.rows ?? []).filter(({ id }) => id !== endpoint_id);
  if (others.length === 0 || body === null) return null;
  return (
    <RecordMenu
      source={otherEndpoints(endpoint_id)}
      label={t('Send to another endpoint')}
      size="xs"
      variant="default"
      loading={isPending}
      leftSection={<Icon name="send" size={14} />}
      dropdown={{ position: 'bottom-end' }}
      onChoose={(id) => mutate(id)}
    />
  );
}

/** Returns the endpoints that can receive the event again. A paused endpoint is not one of them. */
function otherEndpoints(endpoint_id: string): RecordSource {
  return {
    key: ['endpoints', 'choice', endpoint_id],
    read: async (filter) => {
      const { search } = filter;
      const { rows } = await queryClient.fetchQuery(endpointsQuery({ search, limit: MOST_OFFERED }));
      const offered = rows.filter(({ id, paused_at }) => id !== endpoint_id && paused_at === null);
      return filterRecordOptions(
        offered.map(({ id, name, url }) => ({
          value: id,
          label: verbatim(endpointLabel({ name, url })),
          ...(name !== null && { detail: url }),
        })),
        filter,
      );
    },
    empty: t('All other endpoints are paused'),
  };
}
