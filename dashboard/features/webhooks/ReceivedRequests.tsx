import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { ListBody, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { formatBytes } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { inboxArrivalQuery, inboxArrivalsQuery, type Arrival, type Endpoint } from './api.ts';
import classes from './Webhooks.module.css';
import { VERDICT_TEXTS } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';

/** The requests that an inbox of this service received, updated live. */
export function ReceivedRequests({ endpoint }: { endpoint: Endpoint }) {
  const { state, change } = useUrlState();
  const query = useQuery(inboxArrivalsQuery(endpoint.id));
  const { arrival } = state;
  return (
    <>
      <div className={classes['inbox']}>
        <CopyableId id={endpoint.url} what={verbatim('URL')} />
        <span className={classes['live']}>{t('Live')}</span>
      </div>
      <ListBody
        title={t('Received')}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ arrival: id }, 'push')}
        empty={EMPTY}
      />
      {arrival && (
        <ArrivalDrawer
          endpoint_id={endpoint.id}
          arrival_id={arrival}
          onClose={() => change({ arrival: undefined })}
        />
      )}
    </>
  );
}

const EMPTY = {
  icon: 'download',
  title: t('No events yet'),
  text: t('Send a test event, or change a task. Events appear here automatically and stay for one day.'),
} as const;

const COLUMNS: readonly Column<Arrival>[] = [
  {
    key: 'event',
    label: t('Event'),
    cell: ({ event }) => <span className={classes['event']}>{event ?? t('Unknown')}</span>,
  },
  {
    key: 'signature',
    label: t('Signature'),
    cell: ({ verdict }) => (
      <span title={VERDICT_TEXTS[verdict]}>
        <Verified verdict={verdict} />
      </span>
    ),
  },
  { key: 'size', label: t('Size'), cell: ({ body_bytes }) => formatBytes(body_bytes), align: 'end' },
  { key: 'received', label: t('Received'), cell: ({ arrived_at }) => <RelativeTime time={arrived_at} /> },
];

function Verified({ verdict }: Pick<Arrival, 'verdict'>) {
  return <StatusBadge state={verdict === 'verified' ? 'verified' : 'not_verified'} />;
}

type ArrivalDrawerProps = { endpoint_id: string; arrival_id: string; onClose: () => void };

function ArrivalDrawer({ endpoint_id, arrival_id, onClose }: ArrivalDrawerProps) {
  const { data, placeholder } = useQueryData(
    useQuery(inboxArrivalQuery(endpoint_id, arrival_id)),
    <SkeletonBlock height={260} />,
  );
  return (
    <SideDrawer title={data?.event ?? t('Received')} onClose={onClose}>
      {placeholder}
      {data && (
        <>
          <FactList
            rows={[
              [t('Signature'), <Verified key="verdict" verdict={data.verdict} />],
              [t('Received'), <RelativeTime key="at" time={data.arrived_at} />],
              [t('Size'), formatBytes(data.body_bytes)],
            ]}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {VERDICT_TEXTS[data.verdict]}
          </Text>
          <DrawerSection title={t('Headers')}>
            <CodeSnippet
              wraps
              snippets={[
                {
                  label: t('Headers'),
                  code: data.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
                },
              ]}
            />
          </DrawerSection>
          <DrawerSection title={t('Body')}>
            {data.is_cut && (
              <Text size="sm" c="dimmed" mb="xs">
                {t('Only the start of the body is stored.')}
              </Text>
            )}
            <CodeSnippet snippets={snippetsOf(data)} />
          </DrawerSection>
        </>
      )}
    </SideDrawer>
  );
}

function snippetsOf({ body, is_cut }: { body: string; is_cut: boolean }) {
  const raw = { label: t('As received'), code: body };
  return is_cut ? [raw] : [{ label: t('Readable'), code: readable(body) }, raw];
}

function readable(body: string): string {
  return body === '' ? '' : JSON.stringify(JSON.parse(body), null, 2);
}
