import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useDeleteEndpoint, useSendTest, useSwitchEndpoint, type Endpoint } from './api.ts';
import { endpointLabel, isInbox } from './labels.ts';
import { t } from '../../language/t.ts';

const EditEndpoint = lazyComponent(async () => (await import('./EndpointForm.tsx')).EditEndpoint);

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, editing] = useDisclosure();
  const reset = useSwitchEndpoint(endpoint.id, 'reset');
  return (
    <>
      <TestButton endpoint={endpoint} />
      <PauseButton endpoint={endpoint} />
      <ActionsMenu
        of={t('this endpoint')}
        actions={[
          { label: t('Edit'), icon: 'edit', onClick: editing.open },
          { label: t('Reset failure count'), icon: 'refresh', onClick: () => reset.mutate() },
          { label: t('Delete'), icon: 'trash', isDestructive: true, onClick: () => setDeleting(true) },
        ]}
      />
      {isEditing && <EditEndpoint endpoint={endpoint} onClose={editing.close} />}
      {isDeleting && <DeleteEndpoint endpoint={endpoint} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** One made-up event, of the kind that is chosen. */
function TestButton({ endpoint }: { endpoint: Endpoint }) {
  const { change } = useUrlState();
  const { mutate, isPending } = useSendTest(endpoint.id, ({ event_id }) =>
    change(isInbox(endpoint.url) ? { tab: 'received' } : { tab: undefined, delivery: event_id }, 'push'),
  );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button loading={isPending} leftSection={<Icon name="send" size={16} />}>
          {t('Send test event')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {endpoint.events.map((event) => (
          <Menu.Item key={event} onClick={() => mutate(event)}>
            {event}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PauseButton({ endpoint }: { endpoint: Endpoint }) {
  const which = endpoint.paused_at === null ? 'pause' : 'resume';
  const { mutate, isPending } = useSwitchEndpoint(endpoint.id, which);
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<Icon name={which === 'pause' ? 'pause' : 'play'} size={16} />}
      onClick={() => mutate()}
    >
      {which === 'pause' ? t('Pause') : t('Resume')}
    </Button>
  );
}

function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useDeleteEndpoint(endpoint.id, () => void navigate({ to: '/webhooks' }));
  return (
    <ConfirmDialog
      title={t('Delete {url}?', { url: endpointLabel(endpoint) })}
      text={t(
        'The endpoint receives no more events, and waiting deliveries are cancelled. This cannot be undone.',
      )}
      verb={t('Delete endpoint')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
