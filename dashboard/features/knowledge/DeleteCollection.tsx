import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeleteCollection, type Collection } from './api.ts';
import { t } from '../../language/t.ts';

type DeleteCollectionProps = { collection: Collection; onClose: () => void };

export function DeleteCollection({ collection, onClose }: DeleteCollectionProps) {
  const { mutate, isPending } = useDeleteCollection(onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: collection.name })}
      text={t('No document is in it. Bundles and skills that name it do without it from now on.')}
      verb={t('Delete collection')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(collection.id)}
      onClose={onClose}
    />
  );
}
