import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useSetMemberStatus, type StaffMember } from './api.ts';

export function Deactivate({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { id, full_name } = member;
  const { mutate, isPending } = useSetMemberStatus(`${full_name} was deactivated`, onClose);
  return (
    <ConfirmDialog
      title={`Deactivate ${full_name}?`}
      text="They are signed out everywhere, and a link that they were given stops working. They can be reactivated."
      verb="Deactivate"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate({ id, status: 'inactive' })}
      onClose={onClose}
    />
  );
}
