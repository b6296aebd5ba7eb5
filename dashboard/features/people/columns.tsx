import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import type { Person } from './api.ts';
import classes from './People.module.css';
import { UserActions, type UserActionToConfirm } from './UserActions.tsx';
import { formatNumber } from '../../format/format.ts';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

type PeopleColumnOptions = {
  ownId: string;
  mayAct: boolean;
  onAsk: (action: UserActionToConfirm, user: Person) => void;
  onLink: (invitation: InvitationToCopy) => void;
};

export function peopleColumns({
  ownId,
  mayAct,
  onAsk,
  onLink,
}: PeopleColumnOptions): readonly Column<Person>[] {
  const columns: Column<Person>[] = [
    { key: 'person', label: t('Person'), cell: (user) => <NameCell user={user} isOwn={user.id === ownId} /> },
    {
      key: 'access',
      label: t('Access'),
      cell: ({ access }) => (access === 'admin' ? t('Admin') : t('Member')),
    },
    { key: 'status', label: t('Status'), cell: (user) => <StatusCell of={user} />, isPlainOnPhone: true },
    { key: 'glasses', label: t('Glasses'), cell: (user) => <GlassesCell of={user} /> },
    { key: 'sessions', label: t('Sessions'), cell: (user) => <SessionsCell of={user} />, align: 'end' },
    {
      key: 'minutes',
      label: t('Minutes'),
      cell: ({ total_minutes }) => formatNumber(total_minutes),
      align: 'end',
      hiddenOnPhone: true,
    },
    {
      key: 'lastSession',
      label: t('Last session'),
      cell: ({ last_session_at }) => <RelativeTime time={last_session_at} />,
      align: 'end',
    },
  ];
  if (!mayAct) return columns;
  const actions = (user: Person) =>
    user.id === ownId || user.erased_at !== null ? null : (
      <UserActions user={user} onAsk={(action) => onAsk(action, user)} onLink={onLink} />
    );
  return [
    ...columns,
    { key: 'actions', label: t('Actions'), cell: actions, align: 'end', holdsActions: true },
  ];
}

function NameCell({ user: { id, full_name, email, erased_at }, isOwn }: { user: Person; isOwn: boolean }) {
  return (
    <span className={classes['named']}>
      <b>
        <UserLink user={{ user_id: id, name: full_name }} />
        {isOwn && <span className={classes['own']}>{t('you')}</span>}
      </b>
      {erased_at === null && <span className={classes['email']}>{email}</span>}
    </span>
  );
}

function StatusCell({ of: { standing, invitation } }: { of: Person }) {
  return (
    <span className={classes['standing']}>
      <StatusBadge state={standing} />
      {standing === 'invited' && (
        <Text span size="xs" c="dimmed">
          {invitation ? (
            <T
              text={Date.parse(invitation.expires_at) > Date.now() ? 'expires {when}' : 'expired {when}'}
              when={<RelativeTime time={invitation.expires_at} />}
            />
          ) : (
            t('no active link')
          )}
        </Text>
      )}
    </span>
  );
}

function GlassesCell({ of: { seat, role } }: { of: Person }) {
  if (!seat) return '–';
  return (
    <>
      {seat.device_name}
      <Text span size="xs" c="dimmed" ml={6}>
        {role === 'trainer' ? t('Trainer') : t('Trainee')}
      </Text>
    </>
  );
}

function SessionsCell({ of: { id, total_sessions } }: { of: Person }) {
  if (total_sessions === 0) return 0;
  return (
    <Link className={classes['sessions']} to="/sessions" search={{ user_id: id }}>
      {formatNumber(total_sessions)}
    </Link>
  );
}
