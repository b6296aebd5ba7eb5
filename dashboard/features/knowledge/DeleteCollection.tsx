import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteCollection, type Collection } from './api.ts';
import { t } from '../../language/t.ts';

type DeleteCollectionProps = { collection: Collection; onClose: () => void };

export function DeleteCollection({ collection, onClose }: DeleteCollectionProps) {
  const { mutate, isPending } = useDeleteCollection(onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: collection.name })}
      text={t('The collection is empty. It is removed from all bundles and skills.')}
      verb={t('Delete collection')}
      isBusy={isPending}
      onConfirm={() => mutate(collection.id)}
      onClose={onClose}
    />
  );
}
