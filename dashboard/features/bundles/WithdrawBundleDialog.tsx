import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import { useWithdrawBundle, type AllocatedBundle } from './api.ts';
import { t } from '../../language/t.ts';

/** Without `seat_ids` the bundle is withdrawn from the whole account, including its single seats. */
export type Withdrawal = { bundle: AllocatedBundle; seat_ids?: string[]; from?: string };

type WithdrawBundleDialogProps = { account: AccountDetail; withdrawal: Withdrawal; onClose: () => void };

export function WithdrawBundleDialog({
  account,
  withdrawal: { bundle, seat_ids, from },
  onClose,
}: WithdrawBundleDialogProps) {
  const { mutate, isPending } = useWithdrawBundle(onClose);
  const input = { account_id: account.id, bundle_id: bundle.id, ...(seat_ids && { seat_ids }) };
  return (
    <ConfirmDialog
      title={t('Withdraw {name}?', { name: bundle.name })}
      text={
        from === undefined
          ? t(
              '{name} and all of its seats lose access to this bundle with the next request. You can allocate it again.',
              { name: account.name },
            )
          : t('{from} loses access with the next request. You can allocate the bundle again.', { from })
      }
      verb={t('Withdraw bundle')}
      isBusy={isPending}
      onConfirm={() => mutate(input)}
      onClose={onClose}
    />
  );
}
