import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useSetAccountState, type AccountDetail } from './api.ts';

export function StateDialog({ account, onClose }: { account: AccountDetail; onClose: () => void }) {
  const { mutate, isPending } = useSetAccountState(account.id, onClose);
  const isActive = account.state === 'active';
  return (
    <ConfirmDialog
      title={isActive ? `Suspend ${account.name}?` : `Reactivate ${account.name}?`}
      text={
        isActive
          ? 'From the next request on nobody and nothing of this account gets in: no person, key, app or glasses. Nothing is deleted.'
          : 'Its people, keys, apps and glasses get in again, except what was revoked.'
      }
      verb={isActive ? 'Suspend account' : 'Reactivate account'}
      isOpen
      isBusy={isPending}
      isHarmless={!isActive}
      onConfirm={() => mutate(isActive ? 'suspended' : 'active')}
      onClose={onClose}
    />
  );
}
