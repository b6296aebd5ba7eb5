import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useRollKey, type Key, type KeyMade } from './api.ts';
import { t } from '../../language/t.ts';

type RollKeyProps = { of: Key; onClose: () => void; onMade: (made: KeyMade) => void };

export function RollKey({ of: key, onClose, onMade }: RollKeyProps) {
  const { mutate, isPending } = useRollKey((made) => {
    onClose();
    onMade(made);
  });
  return (
    <ConfirmDialog
      title={t('Replace {name}?', { name: key.name })}
      text={t(
        'The new key has the same name, scopes, expiry and addresses. The old key stops working immediately, so be ready to update your program.',
      )}
      verb={t('Replace key')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
