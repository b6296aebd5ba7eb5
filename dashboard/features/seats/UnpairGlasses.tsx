import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useUnpairGlasses, type Seat } from './api.ts';
import { t } from '../../language/t.ts';

export function UnpairGlasses({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutate, isPending } = useUnpairGlasses(onClose);
  return (
    <ConfirmDialog
      title={t('Refuse the glasses of {device_name}?', { device_name: seat.device_name })}
      text={t(
        'Their token stops working with their next request: a session that runs on them cannot be finished there. Pair them again to let them back in.',
      )}
      verb={t('Refuse these glasses')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(seat)}
      onClose={onClose}
    />
  );
}
