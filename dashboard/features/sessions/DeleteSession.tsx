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
          text="{name} is removed from all lists and reports, and its procedures from the catalogue. The training app deletes it too. This cannot be undone."
          name={<b>{session.session_name ?? t('This session')}</b>}
        />
      }
      verb={t('Delete session')}
      isBusy={isPending}
      onConfirm={() => mutate(session.id)}
      onClose={onClose}
    />
  );
}
