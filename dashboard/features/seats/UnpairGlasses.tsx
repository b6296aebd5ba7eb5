import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useUnpairGlasses, type Seat } from './api.ts';
import { t } from '../../language/t.ts';

export function UnpairGlasses({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutate, isPending } = useUnpairGlasses(onClose);
  return (
    <ConfirmDialog
      title={t('Unpair the glasses of {device_name}?', { device_name: seat.device_name })}
      text={t(
        'The glasses lose access with their next request, and a running session cannot be finished on them. Pair the glasses again to restore access.',
      )}
      verb={t('Unpair glasses')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(seat)}
      onClose={onClose}
    />
  );
}
