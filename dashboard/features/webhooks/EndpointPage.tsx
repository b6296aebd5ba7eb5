import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Page } from '../../components/Page.tsx';
import { describeRecentDeliveries } from '../../format/describeRecentDeliveries.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { endpointQuery, type Endpoint } from './api.ts';
import { useSignatureCheckInput } from './useSignatureCheckInput.ts';
import { EndpointDeliveries } from './EndpointDeliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { endpointLabel, isInboxUrl } from './labels.ts';
import classes from './Webhooks.module.css';
import { T } from '../../language/T.tsx';
import { t, verbatim } from '../../language/t.ts';

const EndpointSettings = lazyComponent(async () => (await import('./EndpointSettings.tsx')).EndpointSettings);
const RetryFailedDialog = lazyComponent(
  async () => (await import('./RetryFailedDialog.tsx')).RetryFailedDialog,
);
const ReceivedRequests = lazyComponent(async () => (await import('./ReceivedRequests.tsx')).ReceivedRequests);
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
      title={data ? verbatim(endpointLabel(data)) : t('Endpoint')}
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
        {
          name: 'deliveries',
          label: t('Deliveries'),
          shows: () => <EndpointDeliveries endpoint={endpoint} />,
        },
        ...(isInboxUrl(endpoint.url)
          ? [
              {
                name: 'received',
                label: t('Received'),
                shows: () => <ReceivedRequests endpoint={endpoint} />,
              },
            ]
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
  const { id, recent, last_triggered_at } = endpoint;
  const [isRetrying, retrying] = useDisclosure();
  return (
    <span className={classes['summary']}>
      <StatusBadge state={recent.status} />
      <span>
        {describeRecentDeliveries(recent)}{' '}
        {recent.lost && (
          <Anchor component="button" type="button" size="sm" onClick={retrying.open}>
            {t('Retry')}
          </Anchor>
        )}
      </span>
      <span>
        <T text="Last sent {when}" when={<RelativeTime time={last_triggered_at} none={t('never')} />} />
      </span>
      {isRetrying && <RetryFailedDialog endpoint_id={id} onClose={retrying.close} />}
    </span>
  );
}
