import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useRefuseGlasses, type Seat } from './api.ts';

export function RefuseGlasses({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutate, isPending } = useRefuseGlasses(onClose);
  return (
    <ConfirmDialog
      title={`Refuse the glasses of ${seat.device_name}?`}
      text="Their token stops working with their next request: a session that runs on them cannot be finished there. Pair them again to let them back in."
      verb="Refuse these glasses"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(seat)}
      onClose={onClose}
    />
  );
}
