import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Empty } from '../../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../../components/ListPage.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useUrl } from '../../../components/useUrl.ts';
import { executionsQuery, OWN_SKILLS, skillsQuery, type Execution } from '../api.ts';
import { CALLERS, wordOf } from '../words.ts';
import { ExecutionDrawer } from './ExecutionDrawer.tsx';

const COLUMNS: readonly Column<Execution>[] = [
  { label: 'Skill', cell: ({ skill_name }) => skill_name },
  { label: 'Status', cell: ({ status }) => <StatusBadge state={status} /> },
  { label: 'Caller', cell: ({ caller }) => wordOf(CALLERS, caller) },
  { label: 'Person', cell: ({ user }) => user?.name ?? '–', hiddenOnPhone: true },
  {
    label: 'Took',
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : `${duration_ms.toLocaleString('en')} ms`),
    align: 'end',
  },
  { label: 'When', cell: ({ executed_at }) => <RelativeTime time={executed_at} /> },
];

const STATUSES = [
  { value: 'success', label: 'Success' },
  { value: 'failure', label: 'Failure' },
  { value: 'running', label: 'Running' },
];

const EMPTY: Empty = {
  icon: 'skills',
  title: 'Nothing was executed yet',
  text: 'Every call of a skill is listed here: from glasses, the API and agents, and your test runs.',
};

export function ExecutionsView({ tabs }: { tabs: ReactNode }) {
  const { state, change } = useUrl();
  const { skill_id, status, caller, from, to, open } = state;
  const query = useQuery(executionsQuery({ skill_id, status, caller, from, to, ...usePage() }));
  const execution = query.data?.rows.find(({ id }) => id === open);
  return (
    <ListPage
      title="Skills & knowledge"
      about="What became of every call, newest first."
      tabs={tabs}
      filters={useFilters()}
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

function useFilters(): readonly Filter[] {
  const { data } = useQuery(skillsQuery(OWN_SKILLS));
  const skills = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return [
    { kind: 'select', name: 'skill_id', label: 'Skill', options: skills },
    { kind: 'select', name: 'status', label: 'Status', options: STATUSES },
    { kind: 'select', name: 'caller', label: 'Caller', options: CALLERS },
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'Until' },
  ];
}
