import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangeSeat, type Seat } from './api.ts';
import { SeatFields, type SeatFormValues } from './SeatFields.tsx';
import { t } from '../../language/t.ts';

/** Edits a seat. The glasses stay paired with the seat when its user changes. */
export function EditSeat({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { mutateAsync } = useChangeSeat(onClose);
  const form = useServerForm<SeatFormValues>(
    { device_name: seat.device_name, user_id: seat.user?.user_id ?? null, roles: seat.roles },
    (values) => mutateAsync({ id: seat.id, ...values }),
    { draft: `seat ${seat.id}` },
  );
  return (
    <FormDialog
      title={t('Edit {device_name}', { device_name: seat.device_name })}
      verb={t('Save')}
      onClose={onClose}
      form={form}
    >
      <SeatFields form={form} />
    </FormDialog>
  );
}
