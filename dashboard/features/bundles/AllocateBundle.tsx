import { RecordMultiSelect } from '../../components/picker/RecordMultiSelect.tsx';
import { RecordSelect } from '../../components/picker/RecordSelect.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import type { AccountDetail } from '../accounts/api.ts';
import { BUNDLE_SOURCE, seatSource, useAllocateBundle } from './api.ts';
import { t } from '../../language/t.ts';

type AllocateBundleProps = { account: AccountDetail; onClose: () => void };

export function AllocateBundle({ account, onClose }: AllocateBundleProps) {
  const { mutateAsync } = useAllocateBundle(onClose);
  const initial: { bundle_id: string | null; seat_ids: string[] } = { bundle_id: null, seat_ids: [] };
  const form = useServerForm(initial, ({ bundle_id, seat_ids }) =>
    mutateAsync({
      account_id: account.id,
      bundle_id: bundle_id ?? '',
      ...(seat_ids.length > 0 && { seat_ids }),
    }),
  );
  return (
    <FormDialog title={t('Allocate a bundle')} verb={t('Allocate')} onClose={onClose} form={form}>
      <RecordSelect required source={BUNDLE_SOURCE} {...form.field('bundle_id')} />
      <RecordMultiSelect
        source={seatSource(account.id)}
        description={t('Leave empty to allocate the bundle to the whole account.')}
        {...form.field('seat_ids')}
      />
    </FormDialog>
  );
}
