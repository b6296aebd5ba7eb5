import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Empty } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { sizeOf, number } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useNew } from '../../hooks/useNew.ts';
import { useUrl } from '../../hooks/useUrl.ts';
import { lazily } from '../../hooks/lazily.tsx';
import { WithoutMail } from '../../components/WithoutMail.tsx';
import { rowsOf } from './Stored.tsx';
import { accountsQuery, type AccountUse } from './api.ts';
import { t } from '../../language/t.ts';

const AccountDrawer = lazily(async () => (await import('./AccountDrawer.tsx')).AccountDrawer);
const NewAccount = lazily(async () => (await import('./NewAccount.tsx')).NewAccount);
const InvitationLink = lazily(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: t('State'),
    options: [
      { value: 'active', label: t('Active') },
      { value: 'suspended', label: t('Suspended') },
    ],
  },
  { kind: 'text', name: 'search', label: t('Name or id') },
];

const COLUMNS: readonly Column<AccountUse>[] = [
  { label: t('Account'), cell: ({ name }) => name },
  { label: t('State'), cell: ({ state }) => <StatusBadge state={state} /> },
  figure(t('People'), 'people'),
  figure(t('Seats'), 'seats'),
  figure(t('Tasks'), 'tasks'),
  figure(t('Sessions'), 'sessions'),
  figure(t('Deliveries'), 'deliveries'),
  figure(t('API calls'), 'calls'),
  { label: t('Files'), cell: ({ storage }) => sizeOf(storage.file_bytes), align: 'end' },
  { label: t('Rows'), cell: ({ storage }) => rowsOf(storage), align: 'end' },
  {
    label: t('Last activity'),
    cell: ({ last_active_at }) => <RelativeTime time={last_active_at} none={t('Never')} />,
  },
  { label: t('Since'), cell: ({ created_at }) => <RelativeTime time={created_at} />, hiddenOnPhone: true },
];

const EMPTY: Empty = {
  icon: 'accounts',
  title: t('No accounts yet'),
  text: t('Create one for each customer. Its first admin is invited and invites everybody else.'),
};

export function AccountsPage() {
  const { state, change } = useUrl();
  const query = useQuery(accountsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const account_id = state['account'];
  const creating = useNew();
  const [given, give] = useState<LinkGiven>();
  const create = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New account')}
    </Button>
  );
  return (
    <ListPage
      title={t('Accounts')}
      about={t(
        'Every customer, with what they hold. From tasks to API calls, the figures are those of the last 30 days; rows are those of tasks, sessions, deliveries and the request log, about.',
      )}
      actions={create}
      filters={FILTERS}
      above={
        <WithoutMail>
          {t(
            'No mail server is configured: invitations are written to files, and the links are yours to copy.',
          )}
        </WithoutMail>
      }
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ account: id }, 'push')}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <NewAccount onClose={creating.close} onLink={give} />}
      {given && <InvitationLink given={given} onClose={() => give(undefined)} />}
      {account_id && (
        <AccountDrawer key={account_id} id={account_id} onClose={() => change({ account: undefined })} />
      )}
    </ListPage>
  );
}

type Figure = 'people' | 'seats' | 'tasks' | 'sessions' | 'deliveries' | 'calls';

function figure(label: string, name: Figure): Column<AccountUse> {
  return { label, cell: (account) => number(account[name]), align: 'end' };
}
