import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useAddSeat } from './api.ts';
import { SeatFields, type SeatFormValues } from './SeatFields.tsx';
import { t } from '../../language/t.ts';

export function NewSeat({ onClose, onMade }: { onClose: () => void; onMade: (seat_id: string) => void }) {
  const { mutateAsync } = useAddSeat(({ seat_id }) => onMade(seat_id));
  const form = useServerForm<SeatFormValues>(
    { device_name: '', user_id: null, roles: ['trainee'] },
    (seat) => mutateAsync(seat),
    { draft: 'seat' },
  );
  return (
    <FormDialog title={t('New seat')} verb={t('Create and pair')} onClose={onClose} form={form}>
      <SeatFields form={form} />
    </FormDialog>
  );
}
