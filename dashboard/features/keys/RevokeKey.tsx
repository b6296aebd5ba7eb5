import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useRevokeKey, type Key } from './api.ts';
import { t } from '../../language/t.ts';

export function RevokeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { mutate, isPending } = useRevokeKey(onClose);
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name: key.name })}
      text={t('Programs that use this key lose access with their next request. This cannot be undone.')}
      verb={t('Revoke key')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
