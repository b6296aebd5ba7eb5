import '@mantine/core/styles/Code.layer.css';
import { Code } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterWholeList } from '../../api/list.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { integrationsQuery, type Integration } from './api.ts';
import { t } from '../../language/t.ts';

const CreateIntegration = lazyComponent(async () => (await import('./actions.tsx')).CreateIntegration);
const RevokeIntegration = lazyComponent(async () => (await import('./actions.tsx')).RevokeIntegration);
const RotateIntegrationSecret = lazyComponent(
  async () => (await import('./actions.tsx')).RotateIntegrationSecret,
);
const IntegrationSecretDialog = lazyComponent(
  async () => (await import('./actions.tsx')).IntegrationSecretDialog,
);

type Action = { what: 'rotate' | 'revoke'; of: Integration };

export function IntegrationsPage() {
  const { state } = useUrlState();
  const query = useQuery({
    ...integrationsQuery,
    select: (page) => filterWholeList(page, state, FILTERED_TEXTS),
  });
  const creating = useCreateDialog();
  const [action, setAction] = useState<Action>();
  const [secret, setSecret] = useState<string>();
  useHotkeys([['c', creating.open]]);
  const done = () => setAction(undefined);
  const create = <CreateButton label={t('Add integration')} onClick={creating.open} />;
  return (
    <ListPage
      title={t('Integrations')}
      about={t(
        'Field-service systems that send work orders. Each integration signs its requests with its own secret.',
      )}
      guide="integrations"
      actions={create}
      filters={FILTERS}
      query={query}
      columns={columnsOf(setAction)}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <CreateIntegration onClose={creating.close} onMade={setSecret} />}
      {action?.what === 'rotate' && (
        <RotateIntegrationSecret of={action.of} onClose={done} onMade={setSecret} />
      )}
      {action?.what === 'revoke' && <RevokeIntegration of={action.of} onClose={done} />}
      {secret && <IntegrationSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Provider') },
  {
    kind: 'select',
    name: 'status',
    label: t('Status'),
    options: [
      { value: 'live', label: t('Active') },
      { value: 'revoked', label: t('Revoked') },
    ],
  },
];

const FILTERED_TEXTS = {
  search: ({ provider }: Integration) => provider,
  status: ({ revoked_at }: Integration) => (revoked_at === null ? 'live' : 'revoked'),
};

const EMPTY: EmptyStateProps = {
  icon: 'integrations',
  title: t('No integrations yet'),
  text: t(
    'Add the system that manages your work orders. You get a secret that the system uses to send tasks to /inbound/v1/tasks.',
  ),
};

function columnsOf(onAction: (action: Action) => void): readonly Column<Integration>[] {
  return [
    { key: 'provider', label: t('Provider'), cell: ({ provider }) => <b>{provider}</b> },
    { key: 'secret', label: t('Secret'), cell: ({ last4 }) => <Code>tai_…{last4}</Code> },
    { key: 'added', label: t('Added'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
    {
      key: 'lastUsed',
      label: t('Last used'),
      cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
    },
    {
      key: 'status',
      label: t('Status'),
      cell: ({ revoked_at }) => <StatusBadge state={revoked_at === null ? 'live' : 'revoked'} />,
    },
    {
      key: 'actions',
      label: t('Actions'),
      align: 'end',
      holdsActions: true,
      cell: (of) =>
        of.revoked_at === null && (
          <ActionsMenu
            of={of.provider}
            actions={[
              { label: t('Rotate secret'), icon: 'rotate', onClick: () => onAction({ what: 'rotate', of }) },
              {
                label: t('Revoke'),
                icon: 'ban',
                isDestructive: true,
                onClick: () => onAction({ what: 'revoke', of }),
              },
            ]}
          />
        ),
    },
  ];
}
