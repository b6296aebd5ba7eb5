import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { SecretReveal } from '../../components/SecretReveal.tsx';
import { Facts } from '../../components/SideDrawer.tsx';
import { useSecret, type Endpoint } from './api.ts';

export function EndpointSettings({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <Panel title="Endpoint">
        <Facts
          rows={[
            ['URL', <Id key="url" id={endpoint.url} what="URL" />],
            ['Events', <ScopeList key="events" scopes={endpoint.events} />],
            ['Id', <Id key="id" id={endpoint.id} />],
            ['Added', <RelativeTime key="added" time={endpoint.created_at} />],
          ]}
        />
      </Panel>
      <Secret endpoint={endpoint} />
    </>
  );
}

/** Behind a deliberate reveal, which is written down. */
function Secret({ endpoint: { id } }: { endpoint: Endpoint }) {
  const reveal = useSecret(id, 'reveal');
  const rotate = useSecret(id, 'rotate');
  const [isAsking, ask] = useState(false);
  const shown = rotate.data ?? reveal.data;
  const replace = () => rotate.mutate(undefined, { onSettled: () => ask(false) });
  return (
    <Panel
      title="Signing secret"
      about="Every delivery is signed with it. Whoever has it can send events in our name, so each reveal is written down."
      actions={
        <>
          <Button
            variant="default"
            loading={reveal.isPending}
            leftSection={<Icon name="eye" size={16} />}
            onClick={() => reveal.mutate()}
          >
            Reveal
          </Button>
          <Button variant="default" leftSection={<Icon name="rotate" size={16} />} onClick={() => ask(true)}>
            Rotate
          </Button>
        </>
      }
    >
      {shown ? (
        <Stack gap="sm">
          <SecretReveal secret={shown.secret} what="signing secret" is_shown_once={false} />
          <Text size="sm" c="dimmed">
            For libraries of Standard Webhooks:
          </Text>
          <SecretReveal secret={shown.standard_secret} what="standard secret" is_shown_once={false} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          ••••••••••••••••••••••••••••••••
        </Text>
      )}
      <ConfirmDialog
        title="Rotate the signing secret?"
        text="X-Webhook-Signature carries the new secret from the next delivery on. The headers of Standard Webhooks carry both for 24 hours."
        verb="Rotate secret"
        isOpen={isAsking}
        isBusy={rotate.isPending}
        onConfirm={replace}
        onClose={() => ask(false)}
      />
    </Panel>
  );
}
