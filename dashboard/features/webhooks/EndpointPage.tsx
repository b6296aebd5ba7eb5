import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Page } from '../../components/Page.tsx';
import { recentOutcomesText } from '../../format/recentOutcomes.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { endpointQuery, type Endpoint } from './api.ts';
import { useSignatureCheckInput } from './checkMemory.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { endpointLabel, isInbox } from './labels.ts';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

const EndpointSettings = lazyComponent(async () => (await import('./EndpointSettings.tsx')).EndpointSettings);
const Received = lazyComponent(async () => (await import('./Received.tsx')).Received);
const SignatureChecker = lazyComponent(async () => (await import('./SignatureChecker.tsx')).SignatureChecker);

const route = getRouteApi('/webhooks/$endpointId');

export function EndpointPage() {
  const { endpointId } = route.useParams();
  const { data, placeholder } = useQueryData(
    useQuery(endpointQuery(endpointId)),
    <SkeletonBlock height={320} />,
  );
  return (
    <Page
      title={data ? endpointLabel(data) : t('Endpoint')}
      crumb={<Link to="/webhooks">{t('Webhooks')}</Link>}
      about={data && <Summary of={data} />}
      actions={data && <EndpointActions endpoint={data} />}
    >
      {placeholder}
      {data && <EndpointBody endpoint={data} />}
    </Page>
  );
}

function EndpointBody({ endpoint }: { endpoint: Endpoint }) {
  const [check, setCheck] = useSignatureCheckInput(endpoint.id);
  return (
    <UrlTabs
      label={t('Endpoint')}
      tabs={[
        { name: 'deliveries', label: t('Deliveries'), shows: () => <Deliveries endpoint={endpoint} /> },
        ...(isInbox(endpoint.url)
          ? [{ name: 'received', label: t('Received'), shows: () => <Received endpoint={endpoint} /> }]
          : []),
        { name: 'settings', label: t('Settings'), shows: () => <EndpointSettings endpoint={endpoint} /> },
        {
          name: 'check',
          label: t('Signature checker'),
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
      {recent.tried > 0 && <span>{recentOutcomesText(recent)}</span>}
      <span>
        <T text="Last sent {when}" when={<RelativeTime time={last_triggered_at} none={t('never')} />} />
      </span>
      {failure_count > 0 && (
        <span>{t('{failure_count} failed since the last reset', { failure_count })}</span>
      )}
    </Group>
  );
}
