import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import type { InvitationToCopy } from '../../../components/InvitationLinkDialog.tsx';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { Page } from '../../../components/Page.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { Tile } from '../../../components/Tile.tsx';
import { TileGrid } from '../../../components/TileGrid.tsx';
import { UrlTabs, type UrlTab } from '../../../components/UrlTabs.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { t, verbatim } from '../../../language/t.ts';
import { userQuery, type Person } from '../api.ts';
import { UserActions, type UserActionToConfirm } from '../UserActions.tsx';

const ConfirmUserAction = lazyComponent(
  async () => (await import('../ConfirmUserAction.tsx')).ConfirmUserAction,
);
const InvitationLinkDialog = lazyComponent(
  async () => (await import('../../../components/InvitationLinkDialog.tsx')).InvitationLinkDialog,
);
const UserTasks = lazyComponent(async () => (await import('./UserTasks.tsx')).UserTasks);
const UserSessions = lazyComponent(async () => (await import('./UserSessions.tsx')).UserSessions);
const UserProcedures = lazyComponent(async () => (await import('./UserProcedures.tsx')).UserProcedures);
const UserSeats = lazyComponent(async () => (await import('./UserSeats.tsx')).UserSeats);
const UserKeysAndApps = lazyComponent(async () => (await import('./UserKeysAndApps.tsx')).UserKeysAndApps);
const UserAudit = lazyComponent(async () => (await import('./UserAudit.tsx')).UserAudit);

const route = getRouteApi('/people/$userId');

export function UserPage() {
  const { userId } = route.useParams();
  const { data, placeholder } = useQueryData(useQuery(userQuery(userId)), <SkeletonBlock height={320} />);
  return (
    <Page
      title={data ? verbatim(data.full_name) : t('Person')}
      crumb={<Link to="/people">{t('People')}</Link>}
      about={data && <Summary user={data} />}
      actions={data && <Actions user={data} />}
    >
      {placeholder}
      {data && <Figures user={data} />}
      {data && <Records key={data.id} user={data} />}
    </Page>
  );
}

function Summary({ user: { id, email, access, standing, erased_at } }: { user: Person }) {
  const isOwn = useMe().user.user_id === id;
  return (
    <Group component="span" gap="6px 10px">
      <StatusBadge state={standing} />
      <span>{access === 'admin' ? t('Admin') : t('Member')}</span>
      {erased_at === null && <span>{email}</span>}
      {isOwn && <span>{t('This is you.')}</span>}
    </Group>
  );
}

function Actions({ user }: { user: Person }) {
  const may = useMay();
  const ownId = useMe().user.user_id;
  const [action, setAction] = useState<UserActionToConfirm>();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  if (!may('PATCH /people') || user.id === ownId || user.erased_at !== null) return null;
  return (
    <>
      <UserActions user={user} onAsk={setAction} onLink={setInvitation} />
      {action && <ConfirmUserAction action={action} user={user} onClose={() => setAction(undefined)} />}
      {invitation && (
        <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </>
  );
}

function Figures({ user: { total_sessions, total_minutes, last_session_at, seat, role } }: { user: Person }) {
  const seatNote = role === 'trainer' ? t('Trainer') : t('Trainee');
  return (
    <TileGrid>
      <Tile label={t('Sessions')} value={total_sessions} />
      <Tile label={t('Minutes')} value={total_minutes} />
      <Tile label={t('Last session')} value={<RelativeTime time={last_session_at} none={t('None yet')} />} />
      <Tile label={t('Seat')} value={seat?.device_name ?? '–'} note={seat && seatNote} />
    </TileGrid>
  );
}

function Records({ user: { id } }: { user: Person }) {
  const may = useMay();
  const tabs: (UrlTab | false)[] = [
    { name: 'tasks', label: t('Tasks'), shows: () => <UserTasks user_id={id} /> },
    { name: 'sessions', label: t('Sessions'), shows: () => <UserSessions user_id={id} /> },
    { name: 'procedures', label: t('Procedures'), shows: () => <UserProcedures user_id={id} /> },
    may('GET /seats') && { name: 'seats', label: t('Seats'), shows: () => <UserSeats user_id={id} /> },
    may('GET /people/access') && {
      name: 'access',
      label: t('Keys and apps'),
      shows: () => <UserKeysAndApps user_id={id} />,
    },
    may('GET /audit') && { name: 'audit', label: t('Audit log'), shows: () => <UserAudit user_id={id} /> },
  ];
  return <UrlTabs label={t('Person')} tabs={tabs.filter((tab) => tab !== false)} />;
}
