import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import { useWithdrawBundle, type AllocatedBundle } from './api.ts';
import { t, type Label } from '../../language/t.ts';

/**
 * Without `seat_ids` the bundle is withdrawn from the whole account, including its single seats. `seat_name` is given
 * for a single seat.
 */
export type Withdrawal = { bundle: AllocatedBundle; seat_ids?: string[]; seat_name?: string };

type WithdrawBundleDialogProps = { account: AccountDetail; withdrawal: Withdrawal; onClose: () => void };

export function WithdrawBundleDialog({ account, withdrawal, onClose }: WithdrawBundleDialogProps) {
  const { bundle, seat_ids } = withdrawal;
  const { mutate, isPending } = useWithdrawBundle(onClose);
  const input = { account_id: account.id, bundle_id: bundle.id, ...(seat_ids && { seat_ids }) };
  return (
    <ConfirmDialog
      title={t('Withdraw {name}?', { name: bundle.name })}
      text={textOf(account, withdrawal)}
      verb={t('Withdraw bundle')}
      isBusy={isPending}
      onConfirm={() => mutate(input)}
      onClose={onClose}
    />
  );
}

function textOf({ name }: AccountDetail, { seat_ids, seat_name }: Withdrawal): Label {
  if (!seat_ids)
    return t(
      '{name} and all of its seats lose access to this bundle at the next request. You can allocate it again.',
      { name },
    );
  if (seat_name === undefined)
    return t('These seats lose access to this bundle at the next request. You can allocate it again.');
  return t('{seat_name} loses access to this bundle at the next request. You can allocate it again.', {
    seat_name,
  });
}
