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
              'From its next request on {name} can use nothing of it any more, on no seat. It can be allocated again.',
              { name: account.name },
            )
          : t('It is taken from {from}, from the next request on. It can be allocated again.', { from })
      }
      verb={t('Withdraw bundle')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(input)}
      onClose={onClose}
    />
  );
}
