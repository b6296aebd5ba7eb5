import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import { recentWords } from '../../components/recent.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazily } from '../../components/lazily.tsx';
import { endpointQuery, type Endpoint } from './api.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import type { Check } from './signature.ts';
import { isInbox, shortUrl } from './words.ts';

const EndpointSettings = lazily(async () => (await import('./EndpointSettings.tsx')).EndpointSettings);
const Received = lazily(async () => (await import('./Received.tsx')).Received);
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

const UNCHECKED: Check = { secret: '', timestamp: '', signature: '', body: '' };

function EndpointBody({ endpoint }: { endpoint: Endpoint }) {
  // What was typed stays while another tab is looked at.
  const [check, setCheck] = useState(UNCHECKED);
  return (
    <UrlTabs
      label="Endpoint"
      tabs={[
        { name: 'deliveries', label: 'Deliveries', shows: () => <Deliveries endpoint={endpoint} /> },
        ...(isInbox(endpoint.url)
          ? [{ name: 'received', label: 'Received', shows: () => <Received endpoint={endpoint} /> }]
          : []),
        { name: 'settings', label: 'Settings', shows: () => <EndpointSettings endpoint={endpoint} /> },
        {
          name: 'check',
          label: 'Signature checker',
          shows: () => <SignatureChecker check={check} onChange={setCheck} />,
        },
      ]}
    />
  );
}

function Summary({ of: endpoint }: { of: Endpoint }) {
  const { recent, failure_count, last_triggered_at } = endpoint;
  return (
    <Group gap={14} component="span" mt={2}>
      <StatusBadge state={recent.status} />
      {recent.tried > 0 && <span>{recentWords(recent)}</span>}
      <span>
        Last sent <RelativeTime time={last_triggered_at} none="never" />
      </span>
      {failure_count > 0 && <span>{failure_count.toLocaleString('en')} failed since the last reset</span>}
    </Group>
  );
}
