import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { ExportButton } from '../../components/ExportButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ALL_USER_SOURCE } from '../people/api.ts';
import { sessionsQuery } from './api.ts';
import { SESSION_COLUMNS } from './columns.tsx';
import { PendingDeletionsNotice } from './PendingDeletionsNotice.tsx';
import { t } from '../../language/t.ts';

const SessionDrawer = lazyComponent(async () => (await import('./SessionDrawer.tsx')).SessionDrawer);
const SessionDeletions = lazyComponent(async () => (await import('./SessionDeletions.tsx')).SessionDeletions);

const ABOUT = t(
  'Training on the glasses: recordings, procedures and tasks. Only the glasses create sessions, so they can be exported but not imported.',
);

export function SessionsPage() {
  const { state, change } = useUrlState();
  const may = useMay();
  const { view, session } = state;
  const end = may('GET /deletions') && (
    <ViewSwitch
      view={view}
      onChange={(next) => change({ view: next, offset: undefined, state: undefined })}
    />
  );
  return (
    <>
      {view === 'deletions' ? <SessionDeletions about={ABOUT} end={end} /> : <SessionTable end={end} />}
      {session && <SessionDrawer id={session} onClose={() => change({ session: undefined })} />}
    </>
  );
}

function SessionTable({ end }: { end: ReactNode }) {
  const { state, change } = useUrlState();
  const { status, role, user_id, from, to } = state;
  const filter = { status, role, user_id, from, to };
  const query = useQuery(sessionsQuery({ ...filter, ...usePage() }));
  const may = useMay();
  return (
    <ListPage
      title={t('Sessions')}
      about={ABOUT}
      end={
        <>
          {end}
          <ExportButton path="/sessions.csv" filter={filter} />
        </>
      }
      filters={FILTERS}
      views={VIEWS}
      above={may('GET /deletions') && <PendingDeletionsNotice />}
      query={query}
      columns={SESSION_COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ session: id }, 'push')}
      empty={EMPTY}
    />
  );
}

const STATUSES = [
  { value: 'in_progress', label: t('In progress') },
  { value: 'completed', label: t('Completed') },
  { value: 'failed', label: t('Failed') },
];

const ROLES = [
  { value: 'trainer', label: t('Trainer') },
  { value: 'trainee', label: t('Trainee') },
];

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'status', label: t('Status'), options: STATUSES },
  { kind: 'select', name: 'role', label: t('Role'), options: ROLES },
  { kind: 'record', name: 'user_id', label: t('Person'), source: ALL_USER_SOURCE },
  { kind: 'date', name: 'from', label: t('Started from') },
  { kind: 'date', name: 'to', label: t('Started before') },
];

const VIEWS: ViewList = {
  list: 'session',
  builtIn: STATUSES.map(({ value, label }) => ({ name: label, filter: { status: value } })),
};

const EMPTY: EmptyStateProps = {
  icon: 'sessions',
  title: t('No sessions yet'),
  text: t(
    'Sessions are recorded on glasses. Pair glasses with a seat, and the first session appears here when it starts.',
  ),
};

type ViewSwitchProps = { view: string | undefined; onChange: (view?: string) => void };

function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <SegmentedControl
      aria-label={t('View')}
      size="sm"
      value={view === 'deletions' ? view : 'sessions'}
      onChange={(next) => onChange(next === 'deletions' ? next : undefined)}
      data={[
        { value: 'sessions', label: t('Sessions') },
        { value: 'deletions', label: t('Deleted') },
      ]}
    />
  );
}
