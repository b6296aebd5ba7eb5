import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteDocument, type DocumentListItem } from './api.ts';
import { t } from '../../language/t.ts';

type DeleteDocumentProps = { document: DocumentListItem; onClose: () => void };

export function DeleteDocument({ document, onClose }: DeleteDocumentProps) {
  const { mutate, isPending } = useDeleteDocument(onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: document.name })}
      text={t('Searches no longer find this document, and its file is permanently deleted.')}
      verb={t('Delete document')}
      isBusy={isPending}
      onConfirm={() => mutate(document.id)}
      onClose={onClose}
    />
  );
}
