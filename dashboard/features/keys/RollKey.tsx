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
      title={t('Roll {name}?', { name: key.name })}
      text={t(
        'A new key with the same name, scopes, end and addresses takes its place. The old one stops working at once, so have the place where you put the new one ready.',
      )}
      verb={t('Roll key')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
