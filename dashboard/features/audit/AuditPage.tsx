import { ActionIcon, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryString } from '../../api/client.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { filterToInstants } from '../../format/format.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useUserOptions } from '../people/api.ts';
import { auditQuery, type AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { actionTitle } from './titles.ts';
import { actorName, detailRows, TARGET_KIND_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

export function AuditPage() {
  const { state } = useUrlState();
  const query = useQuery(auditQuery({ ...state, ...usePage() }));
  return (
    <ListPage
      title={t('Audit log')}
      about={t('Changes in this account: who, what and when. Entries are never changed or removed.')}
      filters={useAuditFilters()}
      end={<ExportButton />}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={EMPTY}
    />
  );
}

function ExportButton() {
  const { offset: _, limit: __, ...selection } = useUrlState().state;
  return (
    <DownloadButton href={`/audit.csv${queryString(filterToInstants(selection))}`} label={t('Export CSV')} />
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'audit',
  title: t('No entries yet'),
  text: t('Changes of access, people, keys, apps and settings of this account appear here.'),
};

function useAuditFilters(): readonly Filter[] {
  return [
    { kind: 'select', name: 'action', label: t('Area'), options: TARGET_KIND_OPTIONS },
    { kind: 'select', name: 'actor_id', label: t('Person'), options: useUserOptions() },
    { kind: 'text', name: 'name', label: t('Object name') },
    { kind: 'text', name: 'target_id', label: t('Object id') },
    { kind: 'date', name: 'from', label: t('From') },
    { kind: 'date', name: 'to', label: t('To') },
  ];
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { label: t('Action'), cell: ({ action }) => <b className={classes['what']}>{actionTitle(action)}</b> },
  { label: t('Object'), cell: (entry) => <Target of={entry} /> },
  { label: t('Actor'), cell: ({ actor }) => <span className={classes['who']}>{actorName(actor)}</span> },
  { label: t('Details'), cell: (entry) => <Details of={entry} /> },
  { label: t('Address'), cell: ({ address }) => address ?? '–' },
  { label: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} />, align: 'end' },
];

/** The target of an act, with links to its page and to all acts on it. */
function Target({ of: { target, target_id } }: { of: AuditEntry }) {
  const { state, change } = useUrlState();
  if (target_id === null) return <>–</>;
  const isOnly = state['target_id'] === target_id;
  return (
    <span className={classes['target']}>
      {target && <PlaceLink {...target} id={target_id} />}
      <Id id={target_id} short />
      {!isOnly && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('Only entries about {name}', { name: target?.name ?? target_id })}
          onClick={() => change({ target_id, offset: undefined }, 'push')}
        >
          <Icon name="filter" size={14} />
        </ActionIcon>
      )}
    </span>
  );
}

function PlaceLink({ id, kind, name, parent_id }: NonNullable<AuditEntry['target']> & { id: string }) {
  const { history } = useRouter();
  if (kind === 'account' || kind === 'bundle') return <span>{name}</span>;
  const address = RECORD_LINKS[kind].addressOf({ id, title: name, detail: null, parent_id });
  return (
    <Anchor
      href={address}
      size="sm"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.push(address);
      }}
    >
      {name}
    </Anchor>
  );
}

function Details({ of: { details, address } }: { of: AuditEntry }) {
  const lines = detailRows(details).filter(([name, value]) => name !== 'address' || value !== address);
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
