import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangeSeat, type Seat } from './api.ts';
import { SeatFields, type SeatValues } from './SeatFields.tsx';
import { t } from '../../language/t.ts';

/** The glasses stay paired with the seat when its user changes. */
export function EditSeat({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutateAsync } = useChangeSeat(onClose);
  const form = useServerForm<SeatValues>(
    { device_name: seat.device_name, user_id: seat.user?.user_id ?? null, roles: seat.roles },
    (values) => mutateAsync({ id: seat.id, ...values }),
  );
  return (
    <FormDialog
      title={t('Edit {device_name}', { device_name: seat.device_name })}
      verb={t('Save')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <SeatFields form={form} />
    </FormDialog>
  );
}
