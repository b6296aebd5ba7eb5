import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useRevokeKey, type Key } from './api.ts';

export function RevokeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { mutate, isPending } = useRevokeKey(onClose);
  return (
    <ConfirmDialog
      title={`Revoke ${key.name}?`}
      text="Every program that uses this key is refused from its next request on. This cannot be undone."
      verb="Revoke key"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
