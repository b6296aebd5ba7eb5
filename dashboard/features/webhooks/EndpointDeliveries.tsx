import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/FilterBar.tsx';
import type { Filter } from '../../components/filters.ts';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { ListBody, usePage, type Column } from '../../components/ListPage.tsx';
import { Countdown } from '../../components/Countdown.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { deliveriesQuery, type Delivery, type Endpoint } from './api.ts';
import classes from './Webhooks.module.css';
import {
  DELIVERY_STATE_OPTIONS,
  formatAttemptDuration,
  EVENT_OPTIONS,
  prefixedEventId,
  outcomeText,
  shortOutcomeText,
} from './labels.ts';
import { t } from '../../language/t.ts';

const DeliveryDrawer = lazyComponent(async () => (await import('./DeliveryDrawer.tsx')).DeliveryDrawer);
const RetryFailedDialog = lazyComponent(
  async () => (await import('./RetryFailedDialog.tsx')).RetryFailedDialog,
);

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'state', label: t('Status'), options: DELIVERY_STATE_OPTIONS },
  { kind: 'select', name: 'event', label: t('Event'), options: EVENT_OPTIONS },
  { kind: 'search', name: 'event_id', label: t('Event id') },
  { kind: 'date', name: 'from', label: t('From') },
  { kind: 'date', name: 'to', label: t('To') },
];

export function EndpointDeliveries({ endpoint }: { endpoint: Endpoint }) {
  const { state, change } = useUrlState();
  const { delivery, tab: _, offset: __, limit: ___, ...filter } = state;
  const query = useQuery(deliveriesQuery({ ...filter, ...usePage(), endpoint_id: endpoint.id }));
  const [isRetrying, retrying] = useDisclosure();
  return (
    <>
      <FilterBar filters={FILTERS} end={<RetryButton onClick={retrying.open} />} />
      <ListBody
        title={t('Deliveries')}
        filters={FILTERS}
        query={query}
        columns={COLUMNS}
        rowKey={({ event_id }) => event_id}
        onOpen={({ event_id }) => change({ delivery: event_id }, 'push')}
        empty={EMPTY}
      />
      {delivery && (
        <DeliveryDrawer
          of={{ event_id: delivery, endpoint_id: endpoint.id }}
          onClose={() => change({ delivery: undefined })}
        />
      )}
      {isRetrying && <RetryFailedDialog endpoint_id={endpoint.id} onClose={retrying.close} />}
    </>
  );
}

const EMPTY = {
  icon: 'webhooks',
  title: t('No deliveries yet'),
  text: t('Send a test event, or wait for the first event. Deliveries appear here automatically.'),
} as const;

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'event', label: t('Event'), cell: ({ event }) => <span className={classes['event']}>{event}</span> },
  {
    key: 'state',
    label: t('Status'),
    cell: ({ state }) => <StatusBadge state={state} />,
    isPlainOnPhone: true,
  },
  {
    key: 'eventId',
    label: t('Event id'),
    cell: ({ event_id }) => <CopyableId id={prefixedEventId(event_id)} what={t('event id')} short />,
  },
  { key: 'lastResponse', label: t('Last response'), cell: ({ last }) => <LastAnswer last={last} /> },
  {
    key: 'duration',
    label: t('Duration'),
    cell: ({ last }) => (last ? formatAttemptDuration(last.total_ms) : '–'),
    align: 'end',
    hiddenOnPhone: true,
  },
  { key: 'attempts', label: t('Attempts'), cell: ({ attempts }) => attempts, align: 'end' },
  {
    key: 'nextAttempt',
    label: t('Next attempt'),
    cell: (delivery) => <NextAttempt of={delivery} />,
    hiddenOnPhone: true,
  },
  { key: 'created', label: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

/** The status code of the last attempt, or its error if there was no response. */
function LastAnswer({ last }: Pick<Delivery, 'last'>) {
  if (!last) return '–';
  return (
    <span title={outcomeText(last.outcome, last.status)}>{shortOutcomeText(last.outcome, last.status)}</span>
  );
}

function NextAttempt({ of: { state, due_at } }: { of: Delivery }) {
  return state === 'pending' ? <Countdown time={due_at} /> : '–';
}

function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <>
      <span className={classes['live']}>{t('Live')}</span>
      <Button variant="default" leftSection={<Icon name="rotate" size={16} />} onClick={onClick}>
        {t('Retry failed')}
      </Button>
    </>
  );
}
