import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazily } from '../../components/lazily.tsx';
import { endpointQuery, type Endpoint } from './api.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { shortUrl, stateOf } from './words.ts';

const EndpointSettings = lazily(async () => (await import('./EndpointSettings.tsx')).EndpointSettings);
const SignatureChecker = lazily(async () => (await import('./SignatureChecker.tsx')).SignatureChecker);

const route = getRouteApi('/webhooks/$endpointId');

export function EndpointPage() {
  const { endpointId } = route.useParams();
  const { data, error, refetch } = useQuery(endpointQuery(endpointId));
  return (
    <Page
      title={data ? shortUrl(data.url) : 'Endpoint'}
      crumb={<Link to="/webhooks">Webhooks</Link>}
      about={data && <Summary of={data} />}
      actions={data && <EndpointActions endpoint={data} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} radius="md" />}
      {data && <EndpointBody endpoint={data} />}
    </Page>
  );
}

function EndpointBody({ endpoint }: { endpoint: Endpoint }) {
  return (
    <UrlTabs
      label="Endpoint"
      tabs={[
        { name: 'deliveries', label: 'Deliveries', shows: () => <Deliveries endpoint={endpoint} /> },
        { name: 'settings', label: 'Settings', shows: () => <EndpointSettings endpoint={endpoint} /> },
        { name: 'check', label: 'Signature checker', shows: () => <SignatureChecker /> },
      ]}
    />
  );
}

function Summary({ of: endpoint }: { of: Endpoint }) {
  const { failure_count, last_triggered_at } = endpoint;
  return (
    <Group gap={14} component="span" mt={2}>
      <StatusBadge state={stateOf(endpoint)} />
      <span>
        Last sent <RelativeTime time={last_triggered_at} none="never" />
      </span>
      {failure_count > 0 && <span>{failure_count.toLocaleString('en')} failed since the last reset</span>}
    </Group>
  );
}
