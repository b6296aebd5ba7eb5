import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteSession, type Session } from './api.ts';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type DeleteSessionProps = { session: Session; onClose: () => void; onDeleted: () => void };

export function DeleteSession({ session, onClose, onDeleted }: DeleteSessionProps) {
  const { mutate, isPending } = useDeleteSession(onDeleted);
  return (
    <ConfirmDialog
      title={t('Delete this session?')}
      text={
        <T
          text="{name} leaves every list and report, its procedures leave the catalogue, and the training app is told to delete it too. This cannot be undone."
          name={<b>{session.session_name ?? t('It')}</b>}
        />
      }
      verb={t('Delete session')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(session.id)}
      onClose={onClose}
    />
  );
}
