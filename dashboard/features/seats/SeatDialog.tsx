import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { t } from '../../language/t.ts';
import { useUnpairGlasses, type Seat } from './api.ts';
import type { SeatAction } from './columns.tsx';

const EditSeat = lazyComponent(async () => (await import('./EditSeat.tsx')).EditSeat);
const PairGlassesDialog = lazyComponent(
  async () => (await import('./PairGlassesDialog.tsx')).PairGlassesDialog,
);

export type SeatDialogState = { action: SeatAction; seat: Seat } | { action: 'pair-new'; seat_id: string };

/** The dialog of an action of a seat. */
export function SeatDialog({ open, onClose }: { open: SeatDialogState; onClose: () => void }) {
  if (open.action === 'pair-new') return <PairGlassesDialog seat_id={open.seat_id} onClose={onClose} />;
  if (open.action === 'pair') return <PairGlassesDialog seat_id={open.seat.id} onClose={onClose} />;
  if (open.action === 'edit') return <EditSeat seat={open.seat} onClose={onClose} />;
  return <UnpairGlasses seat={open.seat} onClose={onClose} />;
}

function UnpairGlasses({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutate, isPending } = useUnpairGlasses(onClose);
  return (
    <ConfirmDialog
      title={t('Unpair the glasses of {device_name}?', { device_name: seat.device_name })}
      text={t(
        'The glasses lose access with their next request, and a running session cannot be finished on them. Pair the glasses again to restore access.',
      )}
      verb={t('Unpair glasses')}
      isBusy={isPending}
      onConfirm={() => mutate(seat)}
      onClose={onClose}
    />
  );
}
