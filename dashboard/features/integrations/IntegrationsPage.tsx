import '@mantine/core/styles/Code.layer.css';
import { Button, Code } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { integrationsQuery, type Integration } from './api.ts';
import { t } from '../../language/t.ts';

const CreateIntegration = lazyComponent(async () => (await import('./actions.tsx')).CreateIntegration);
const RevokeIntegration = lazyComponent(async () => (await import('./actions.tsx')).RevokeIntegration);
const RotateIntegration = lazyComponent(async () => (await import('./actions.tsx')).RotateIntegration);
const SecretDialog = lazyComponent(async () => (await import('./actions.tsx')).SecretDialog);

type Action = { what: 'rotate' | 'revoke'; of: Integration };

export function IntegrationsPage() {
  const query = useQuery(integrationsQuery);
  const creating = useCreateDialog();
  const [action, setAction] = useState<Action>();
  const [secret, setSecret] = useState<string>();
  useHotkeys([['c', creating.open]]);
  const done = () => setAction(undefined);
  const create = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Add integration')}
    </Button>
  );
  return (
    <ListPage
      title={t('Integrations')}
      about={t(
        'Field-service systems that send work orders. Each integration signs its requests with its own secret.',
      )}
      guide="integrations"
      actions={create}
      query={query}
      columns={columnsOf(setAction)}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <CreateIntegration onClose={creating.close} onMade={setSecret} />}
      {action?.what === 'rotate' && <RotateIntegration of={action.of} onClose={done} onMade={setSecret} />}
      {action?.what === 'revoke' && <RevokeIntegration of={action.of} onClose={done} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'integrations',
  title: t('No integrations yet'),
  text: t(
    'Add the system that manages your work orders. You get a secret, with which the system sends tasks to /inbound/v1/tasks.',
  ),
};

function columnsOf(onAction: (action: Action) => void): readonly Column<Integration>[] {
  return [
    { label: t('Provider'), cell: ({ provider }) => <b>{provider}</b> },
    { label: t('Secret'), cell: ({ last4 }) => <Code>tai_…{last4}</Code> },
    { label: t('Added'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
    {
      label: t('Last used'),
      cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
    },
    {
      label: t('Status'),
      cell: ({ revoked_at }) => <StatusBadge state={revoked_at === null ? 'live' : 'revoked'} />,
    },
    {
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
