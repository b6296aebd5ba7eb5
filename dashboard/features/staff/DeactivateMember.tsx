import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useSetStaffStatus, type StaffMember } from './api.ts';
import { t } from '../../language/t.ts';

export function DeactivateMember({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { id, full_name } = member;
  const { mutate, isPending } = useSetStaffStatus(t('{full_name} was deactivated', { full_name }), onClose);
  return (
    <ConfirmDialog
      title={t('Deactivate {full_name}?', { full_name })}
      text={t(
        'The staff member is signed out everywhere, and unused links stop working. You can reactivate the staff member later.',
      )}
      verb={t('Deactivate')}
      isBusy={isPending}
      onConfirm={() => mutate({ id, status: 'inactive' })}
      onClose={onClose}
    />
  );
}
