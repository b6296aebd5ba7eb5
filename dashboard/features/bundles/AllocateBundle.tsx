import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import type { AccountDetail } from '../accounts/api.ts';
import { bundlesQuery, useAllocate } from './api.ts';
import { seatLabel } from './AllocatedBundleRow.tsx';
import { t } from '../../language/t.ts';

type AllocateBundleProps = { account: AccountDetail; onClose: () => void };

export function AllocateBundle({ account, onClose }: AllocateBundleProps) {
  const { data } = useQuery(bundlesQuery);
  const { mutateAsync } = useAllocate(onClose);
  const initial: { bundle_id: string | null; seat_ids: string[] } = { bundle_id: null, seat_ids: [] };
  const form = useServerForm(initial, ({ bundle_id, seat_ids }) =>
    mutateAsync({
      account_id: account.id,
      bundle_id: bundle_id ?? '',
      ...(seat_ids.length > 0 && { seat_ids }),
    }),
  );
  return (
    <FormDialog title={t('Allocate a bundle')} verb={t('Allocate')} isOpen onClose={onClose} form={form}>
      <Select
        required
        searchable
        nothingFoundMessage={t('This bundle does not exist. Create it on the bundles page.')}
        data={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('bundle_id')}
      />
      <MultiSelect
        description={t('Leave empty to allocate the bundle to the whole account.')}
        data={account.seat_list.map((seat) => ({ value: seat.id, label: seatLabel(seat) }))}
        searchable
        {...form.field('seat_ids')}
      />
    </FormDialog>
  );
}
