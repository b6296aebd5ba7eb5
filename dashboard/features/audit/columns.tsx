import { ActionIcon, Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { actorName } from '../../format/actors.ts';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import type { AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { auditDetailRows } from './labels.ts';
import { auditActionTitle } from './titles.ts';
import { t } from '../../language/t.ts';

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'action',
    label: t('Action'),
    cell: ({ action }) => <b className={classes['what']}>{auditActionTitle(action)}</b>,
  },
  { key: 'object', label: t('Object'), cell: (entry) => <Target of={entry} /> },
  {
    key: 'actor',
    label: t('Actor'),
    cell: ({ actor }) => (
      <span className={classes['who']}>
        <Actor of={actor} />
      </span>
    ),
  },
  { key: 'details', label: t('Details'), cell: (entry) => <Details of={entry} /> },
  { key: 'address', label: t('Address'), cell: ({ address }) => address ?? '–' },
  {
    key: 'when',
    label: t('When'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    align: 'end',
  },
];

function Actor({ of: actor }: { of: AuditEntry['actor'] }) {
  const { kind, id, name } = actor;
  if (kind !== 'user' || id === null || name === null) return actorName(actor);
  return <UserLink user={{ user_id: id, name }} />;
}

/** The target of an audit entry, with links to its page and to all entries about it. */
function Target({ of: { target, target_id } }: { of: AuditEntry }) {
  const { state, change } = useUrlState();
  const { navigate, history } = useRouter();
  if (target_id === null) return <>–</>;
  const filter = () =>
    history.location.pathname === '/audit'
      ? change({ target_id, offset: undefined }, 'push')
      : void navigate({ to: '/audit', search: { target_id } });
  const isOnly = state['target_id'] === target_id;
  return (
    <span className={classes['target']}>
      {target && <PlaceLink {...target} id={target_id} />}
      <CopyableId id={target_id} short />
      {!isOnly && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('Only entries about {name}', { name: target?.name ?? target_id })}
          onClick={filter}
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
  const lines = auditDetailRows(details).filter(([name, value]) => name !== 'address' || value !== address);
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
