import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useSetMemberStatus, type StaffMember } from './api.ts';
import { t } from '../../language/t.ts';

export function Deactivate({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { id, full_name } = member;
  const { mutate, isPending } = useSetMemberStatus(t('{full_name} was deactivated', { full_name }), onClose);
  return (
    <ConfirmDialog
      title={t('Deactivate {full_name}?', { full_name })}
      text={t(
        'The staff member is signed out everywhere, and unused links stop working. You can reactivate them.',
      )}
      verb={t('Deactivate')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate({ id, status: 'inactive' })}
      onClose={onClose}
    />
  );
}
