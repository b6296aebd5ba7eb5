import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import { useWithdraw, type AllocatedBundle } from './api.ts';
import { t } from '../../language/t.ts';

/** Without seats it is taken from the whole account, seats of its own included. */
export type Withdrawal = { bundle: AllocatedBundle; seat_ids?: string[]; from?: string };

type WithdrawProps = { account: AccountDetail; taken: Withdrawal; onClose: () => void };

export function Withdraw({ account, taken: { bundle, seat_ids, from }, onClose }: WithdrawProps) {
  const { mutate, isPending } = useWithdraw(onClose);
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
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(input)}
      onClose={onClose}
    />
  );
}
