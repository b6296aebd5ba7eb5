import { ActionIcon, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { searchOf } from '../../api/client.ts';
import type { Empty } from '../../components/EmptyState.tsx';
import { inMoments } from '../../format/format.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { PLACES } from '../../format/places.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrl } from '../../hooks/useUrl.ts';
import { useUserOptions } from '../people/api.ts';
import { auditQuery, type AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { actionOf } from './titles.ts';
import { actorOf, detailsOf, KINDS } from './words.ts';
import { t } from '../../language/t.ts';

export function AuditPage() {
  const { state } = useUrl();
  const query = useQuery(auditQuery({ ...state, ...usePage() }));
  return (
    <ListPage
      title={t('Audit')}
      about={t('Who did what, to what, and when. It is only ever added to.')}
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
  const { offset: _, limit: __, ...selection } = useUrl().state;
  return <DownloadButton href={`/audit.csv${searchOf(inMoments(selection))}`} label={t('Export CSV')} />;
}

const EMPTY: Empty = {
  icon: 'audit',
  title: t('Nothing written down yet'),
  text: t('Every act that changes who may do what in this account stands here from now on.'),
};

function useAuditFilters(): readonly Filter[] {
  return [
    { kind: 'select', name: 'action', label: t('About'), options: KINDS },
    { kind: 'select', name: 'actor_id', label: t('Person'), options: useUserOptions() },
    { kind: 'text', name: 'name', label: t('Name of what') },
    { kind: 'text', name: 'target_id', label: t('Id of what') },
    { kind: 'date', name: 'from', label: t('From') },
    { kind: 'date', name: 'to', label: t('To') },
  ];
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { label: t('What'), cell: ({ action }) => <b className={classes['what']}>{actionOf(action)}</b> },
  { label: t('To what'), cell: (entry) => <Target of={entry} /> },
  { label: t('Who'), cell: ({ actor }) => <span className={classes['who']}>{actorOf(actor)}</span> },
  { label: t('Details'), cell: (entry) => <Details of={entry} /> },
  { label: t('Address'), cell: ({ address }) => address ?? '–' },
  { label: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} />, align: 'end' },
];

/** The target of an act, with links to its page and to all acts on it. */
function Target({ of: { target, target_id } }: { of: AuditEntry }) {
  const { state, change } = useUrl();
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
          aria-label={t('Only acts on {name}', { name: target?.name ?? target_id })}
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
  const address = PLACES[kind].addressOf({ id, title: name, detail: null, parent_id });
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
  const lines = detailsOf(details).filter(([name, value]) => name !== 'address' || value !== address);
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
