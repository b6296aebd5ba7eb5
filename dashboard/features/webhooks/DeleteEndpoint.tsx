import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteEndpoint, type Endpoint } from './api.ts';
import { endpointLabel } from './labels.ts';
import { t } from '../../language/t.ts';

export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useDeleteEndpoint(endpoint.id, () => void navigate({ to: '/webhooks' }));
  return (
    <ConfirmDialog
      title={t('Delete {url}?', { url: endpointLabel(endpoint) })}
      text={t(
        'The endpoint receives no more events, and waiting deliveries are cancelled. This cannot be undone.',
      )}
      verb={t('Delete endpoint')}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
