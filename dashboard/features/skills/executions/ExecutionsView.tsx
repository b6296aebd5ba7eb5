import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EmptyStateProps } from '../../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../../components/ListPage.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { UserLink } from '../../../components/UserLink.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { ALL_USER_SOURCE } from '../../people/api.ts';
import { executionsQuery, ACCOUNT_SKILLS_PATH, skillSource, type Execution } from '../api.ts';
import { CALLER_FILTER_OPTIONS, EXECUTION_CALLER_OPTIONS, optionLabel } from '../labels.ts';
import { ExecutionDrawer } from './ExecutionDrawer.tsx';
import { formatNumber } from '../../../format/format.ts';
import { t } from '../../../language/t.ts';

const COLUMNS: readonly Column<Execution>[] = [
  { key: 'skill', label: t('Skill'), cell: ({ skill_name }) => skill_name },
  {
    key: 'status',
    label: t('Status'),
    cell: ({ status }) => <StatusBadge state={status} />,
    isPlainOnPhone: true,
  },
  { key: 'caller', label: t('Source'), cell: ({ caller }) => optionLabel(EXECUTION_CALLER_OPTIONS, caller) },
  {
    key: 'person',
    label: t('Person'),
    cell: ({ user }) => (user ? <UserLink user={user} /> : '–'),
    hiddenOnPhone: true,
  },
  {
    key: 'duration',
    label: t('Duration'),
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : `${formatNumber(duration_ms)} ms`),
    align: 'end',
  },
  { key: 'when', label: t('When'), cell: ({ executed_at }) => <RelativeTime time={executed_at} /> },
];

const STATUSES = [
  { value: 'success', label: t('Success') },
  { value: 'failure', label: t('Failure') },
  { value: 'running', label: t('Running') },
];

const EMPTY: EmptyStateProps = {
  icon: 'skills',
  title: t('No executions yet'),
  text: t('Skill calls from glasses, the API, agents and test runs appear here.'),
};

const FILTERS: readonly Filter[] = [
  { kind: 'record', name: 'skill_id', label: t('Skill'), source: skillSource(ACCOUNT_SKILLS_PATH) },
  { kind: 'select', name: 'status', label: t('Status'), options: STATUSES },
  { kind: 'select', name: 'caller', label: t('Source'), options: CALLER_FILTER_OPTIONS },
  { kind: 'record', name: 'user_id', label: t('Person'), source: ALL_USER_SOURCE },
  { kind: 'date', name: 'from', label: t('From') },
  { kind: 'date', name: 'to', label: t('Up to') },
];

export function ExecutionsView({ tabs }: { tabs: ReactNode }) {
  const { state, change } = useUrlState();
  const { skill_id, status, caller, user_id, from, to, open } = state;
  const query = useQuery(executionsQuery({ skill_id, status, caller, user_id, from, to, ...usePage() }));
  const execution = query.data?.rows.find(({ id }) => id === open);
  return (
    <ListPage
      title={t('Skills & knowledge')}
      about={t('All skill calls, newest first.')}
      tabs={tabs}
      filters={FILTERS}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ open: id }, 'push')}
      empty={EMPTY}
    >
      {execution && <ExecutionDrawer execution={execution} onClose={() => change({ open: undefined })} />}
    </ListPage>
  );
}
