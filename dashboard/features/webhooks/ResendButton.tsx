import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { endpointsQuery, useResend, type DeliveryShown } from './api.ts';
import { endpointLabel } from './labels.ts';
import { t } from '../../language/t.ts';

/** Sends the event to another endpoint of the account, signed with the secret of that endpoint. */
export function ResendButton({ delivery: { event_id, endpoint_id, body } }: { delivery: DeliveryShown }) {
  const navigate = useNavigate();
  const { data } = useQuery(endpointsQuery);
  const { mutate, isPending } = useResend(
    { event_id, endpoint_id },
    (sent) =>
      void navigate({
        to: '/webhooks/$endpointId',
        params: { endpointId: sent.endpoint_id },
        search: { delivery: sent.event_id },
      }),
  );
  const others = (data?.rows ?? []).filter(({ id }) => id !== endpoint_id);
  if (others.length === 0 || body === null) return null;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" loading={isPending} leftSection={<Icon name="send" size={14} />}>
          {t('Send to another endpoint')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ id, name, url, paused_at }) => (
          <Menu.Item key={id} disabled={paused_at !== null} onClick={() => mutate(id)}>
            {endpointLabel({ name, url })}
            {paused_at !== null && ' (paused)'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
