import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExportButton } from '../../components/ExportButton.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import type { Filter } from '../../components/filters.ts';
import { Icon } from '../../components/Icon.tsx';
import { ListBody, usePage } from '../../components/ListPage.tsx';
import { Page } from '../../components/Page.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { CALLING_APP_SOURCE, CALLING_KEY_SOURCE, requestsQuery } from './api.ts';
import { REQUEST_COLUMNS } from './columns.tsx';
import { RequestChart } from './RequestChart.tsx';
import { t, verbatim } from '../../language/t.ts';

const RequestDrawer = lazyComponent(async () => (await import('./RequestDrawer.tsx')).RequestDrawer);

export function RequestsPage() {
  const { state, change } = useUrlState();
  const { request, span, offset: _, limit: __, ...filter } = state;
  const { from, to, ...narrowing } = filter;
  const isTimeChosen = from !== undefined || to !== undefined;
  const query = useQuery(requestsQuery({ ...filter, ...usePage() }));
  return (
    <Page
      title={t('Request log')}
      about={t('Recent API requests of keys and apps. Bodies are shortened, and secrets are removed.')}
      guide="errors"
    >
      <FilterBar
        filters={FILTERS}
        views={VIEWS}
        end={<ExportButton path="/requests.csv" filter={filter} />}
      />
      <RequestChart
        filter={{ ...narrowing, span }}
        end={
          <Group gap={8}>
            {isTimeChosen && <AllTimesButton />}
            <SpanSwitch />
          </Group>
        }
      />
      <ListBody
        title={t('Requests')}
        filters={FILTERS}
        query={query}
        columns={REQUEST_COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ request: id }, 'push')}
        empty={EMPTY}
      />
      {request && <RequestDrawer id={request} onClose={() => change({ request: undefined })} />}
    </Page>
  );
}

const EMPTY = {
  icon: 'log',
  title: t('No requests yet'),
  text: t('Create an API key and send a first request. It appears here within a second.'),
} as const;

const OUTCOMES = [
  { value: 'ok', label: t('Succeeded') },
  { value: 'refused', label: t('Client error (4xx)') },
  { value: 'failed', label: t('Server error (5xx)') },
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: verbatim(value) }));

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'outcome', label: t('Status'), options: OUTCOMES },
  { kind: 'select', name: 'method', label: t('Method'), options: METHODS },
  { kind: 'search', name: 'path', label: t('Path') },
  { kind: 'record', name: 'key_id', label: t('Key'), source: CALLING_KEY_SOURCE },
  { kind: 'record', name: 'client_id', label: t('App'), source: CALLING_APP_SOURCE },
  { kind: 'text', name: 'request_id', label: t('Request id') },
  { kind: 'time', name: 'from', label: t('From'), edge: 'start' },
  { kind: 'time', name: 'to', label: t('To'), edge: 'end' },
];

const VIEWS: ViewList = {
  list: 'request',
  builtIn: OUTCOMES.map(({ value, label }) => ({ name: label, filter: { outcome: value } })),
};

function AllTimesButton() {
  const { change } = useUrlState();
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<Icon name="close" size={14} />}
      onClick={() => change({ from: undefined, to: undefined, offset: undefined })}
    >
      {t('Reset time range')}
    </Button>
  );
}

/** The switch for the time span of the chart. */
function SpanSwitch() {
  const { state, change } = useUrlState();
  return (
    <SegmentedControl
      aria-label={t('Time span of the chart')}
      size="xs"
      value={state['span'] ?? 'day'}
      onChange={(next) => change({ span: next === 'day' ? undefined : next })}
      data={[
        { value: 'hour', label: t('1 h') },
        { value: 'day', label: t('24 h') },
        { value: 'week', label: t('7 d') },
      ]}
    />
  );
}
