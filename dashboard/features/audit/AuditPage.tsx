import { useQuery } from '@tanstack/react-query';
import type { Empty } from '../../components/EmptyState.tsx';
import { Id } from '../../components/Id.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrl } from '../../components/useUrl.ts';
import { useUserOptions } from '../people/api.ts';
import { auditQuery, type AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { actionOf, actorOf, detailsOf, KINDS } from './words.ts';

export function AuditPage() {
  const { state } = useUrl();
  const query = useQuery(auditQuery({ ...state, ...usePage() }));
  return (
    <ListPage
      title="Audit"
      about="Who did what, to what, and when. It is only ever added to."
      filters={useAuditFilters()}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={EMPTY}
    />
  );
}

const EMPTY: Empty = {
  icon: 'audit',
  title: 'Nothing written down yet',
  text: 'Every act that changes who may do what in this account stands here from now on.',
};

function useAuditFilters(): readonly Filter[] {
  return [
    { kind: 'select', name: 'action', label: 'About', options: KINDS },
    { kind: 'select', name: 'actor_id', label: 'Person', options: useUserOptions() },
    { kind: 'text', name: 'target_id', label: 'Id of what' },
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'To' },
  ];
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { label: 'What', cell: ({ action }) => <b className={classes['what']}>{actionOf(action)}</b> },
  { label: 'Who', cell: ({ actor }) => <span className={classes['who']}>{actorOf(actor)}</span> },
  { label: 'Details', cell: (entry) => <Details of={entry} /> },
  {
    label: 'Id',
    cell: ({ target_id }) => (target_id === null ? '–' : <Id id={target_id} short />),
  },
  { label: 'When', cell: ({ created_at }) => <RelativeTime time={created_at} />, align: 'end' },
];

function Details({ of: { details } }: { of: AuditEntry }) {
  const lines = detailsOf(details);
  if (lines.length === 0) return <>–</>;
  return (
    <dl className={classes['details']}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
