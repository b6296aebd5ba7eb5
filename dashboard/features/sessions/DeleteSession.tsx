import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteSession, type Session } from './api.ts';

type DeleteSessionProps = { session: Session; onClose: () => void; onDeleted: () => void };

export function DeleteSession({ session, onClose, onDeleted }: DeleteSessionProps) {
  const { mutate, isPending } = useDeleteSession(onDeleted);
  return (
    <ConfirmDialog
      title="Delete this session?"
      text={
        <>
          <b>{session.session_name ?? 'It'}</b> leaves every list and report, its procedures leave the
          catalogue, and the training app is told to delete it too. This cannot be undone.
        </>
      }
      verb="Delete session"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(session.id)}
      onClose={onClose}
    />
  );
}
