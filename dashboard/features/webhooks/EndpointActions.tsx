import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import { DropdownMenu } from '../../components/DropdownMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useSendTestEvent, useEndpointAction, type Endpoint } from './api.ts';
import { isInboxUrl } from './labels.ts';
import { t } from '../../language/t.ts';

const DeleteEndpoint = lazyComponent(async () => (await import('./DeleteEndpoint.tsx')).DeleteEndpoint);
const EditEndpoint = lazyComponent(async () => (await import('./EndpointForm.tsx')).EditEndpoint);

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, editing] = useDisclosure();
  const reset = useEndpointAction(endpoint.id, 'reset');
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

/** Sends a sample event of a chosen type. */
function TestButton({ endpoint }: { endpoint: Endpoint }) {
  const { change } = useUrlState();
  const { mutate, isPending } = useSendTestEvent(endpoint.id, ({ event_id }) =>
    change(isInboxUrl(endpoint.url) ? { tab: 'received' } : { tab: undefined, delivery: event_id }, 'push'),
  );
  return (
    <DropdownMenu
      position="bottom-end"
      button={
        <Button loading={isPending} leftSection={<Icon name="send" size={16} />}>
          {t('Send test event')}
        </Button>
      }
    >
      {(Menu) =>
        endpoint.events.map((event) => (
          <Menu.Item key={event} onClick={() => mutate(event)}>
            {event}
          </Menu.Item>
        ))
      }
    </DropdownMenu>
  );
}

function PauseButton({ endpoint }: { endpoint: Endpoint }) {
  const which = endpoint.paused_at === null ? 'pause' : 'resume';
  const { mutate, isPending } = useEndpointAction(endpoint.id, which);
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
