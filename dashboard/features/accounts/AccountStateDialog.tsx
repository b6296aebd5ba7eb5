import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useSetAccountState, type AccountDetail } from './api.ts';
import { t } from '../../language/t.ts';

export function AccountStateDialog({ account, onClose }: { account: AccountDetail; onClose: () => void }) {
  const { mutate, isPending } = useSetAccountState(account.id, onClose);
  const isActive = account.state === 'active';
  return (
    <ConfirmDialog
      title={
        isActive
          ? t('Suspend {name}?', { name: account.name })
          : t('Reactivate {name}?', { name: account.name })
      }
      text={
        isActive
          ? t(
              'People, keys, apps and glasses of this account lose access with their next request. Nothing is deleted.',
            )
          : t(
              'People, keys, apps and glasses of this account get access again, except those that were revoked.',
            )
      }
      verb={isActive ? t('Suspend account') : t('Reactivate account')}
      isBusy={isPending}
      isHarmless={!isActive}
      onConfirm={() => mutate(isActive ? 'suspended' : 'active')}
      onClose={onClose}
    />
  );
}
