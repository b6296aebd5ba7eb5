import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import type { Empty } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { useUrl } from '../../hooks/useUrl.ts';
import { useNew } from '../../hooks/useNew.ts';
import { lazily } from '../../hooks/lazily.tsx';
import { WithoutMail } from '../../components/WithoutMail.tsx';
import { peopleQuery, type Person } from './api.ts';
import { columnsOf } from './columns.tsx';
import type { ConfirmedAction } from './UserActions.tsx';
import { t } from '../../language/t.ts';

const ConfirmAction = lazily(async () => (await import('./ConfirmAction.tsx')).ConfirmAction);
const InviteUser = lazily(async () => (await import('./InviteUser.tsx')).InviteUser);
const InviteList = lazily(async () => (await import('./InviteList.tsx')).InviteList);
const InvitationLink = lazily(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

export function PeoplePage() {
  const { state, change } = useUrl();
  const { search, access, standing, list } = state;
  const query = useQuery(peopleQuery({ search, access, standing, ...usePage() }));
  const inviting = useNew();
  const [asked, ask] = useState<{ action: ConfirmedAction; user: Person }>();
  const [given, give] = useState<LinkGiven>();
  const may = useMay();
  const { user } = useMe();
  const canInvite = may('POST /people');
  useHotkeys([['c', () => canInvite && inviting.open()]]);
  const invite = canInvite && (
    <Group gap="xs">
      <Button variant="default" onClick={() => change({ list: '1' })}>
        {t('Invite several')}
      </Button>
      <Button onClick={inviting.open} leftSection={<Icon name="plus" size={16} />}>
        {t('Invite somebody')}
      </Button>
    </Group>
  );
  return (
    <ListPage
      title={t('People')}
      about={t('Who belongs to the account, what they may do here, and which glasses they wear.')}
      actions={invite}
      filters={FILTERS}
      above={
        canInvite && (
          <WithoutMail>
            {t(
              'No mail server is configured: an invitation is written to a file, and the link is yours to copy.',
            )}
          </WithoutMail>
        )
      }
      query={query}
      columns={columnsOf({
        ownId: user.user_id,
        mayAct: may('PATCH /people'),
        onAsk: (action, user) => ask({ action, user }),
        onLink: give,
      })}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: invite }}
    >
      {canInvite && inviting.isOpen && (
        <InviteUser email={inviting.begin} onClose={inviting.close} onLink={give} />
      )}
      {canInvite && list !== undefined && <InviteList onClose={() => change({ list: undefined })} />}
      {given && <InvitationLink given={given} onClose={() => give(undefined)} />}
      {asked && <ConfirmAction {...asked} onClose={() => ask(undefined)} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'search', label: t('Name or address') },
  {
    kind: 'select',
    name: 'access',
    label: t('Access'),
    options: [
      { value: 'admin', label: t('Admin') },
      { value: 'member', label: t('Member') },
    ],
  },
  {
    kind: 'select',
    name: 'standing',
    label: t('Status'),
    options: [
      { value: 'active', label: t('Active') },
      { value: 'invited', label: t('Invited') },
      { value: 'inactive', label: t('Inactive') },
    ],
  },
];

const EMPTY: Empty = {
  icon: 'people',
  title: t('Nobody here yet'),
  text: t(
    'Invite the people who work with this account. They choose a password with the link that they get by mail.',
  ),
};
