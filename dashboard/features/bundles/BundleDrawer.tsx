import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DateAndTime } from '../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { useDeleteBundle, type Bundle } from './api.ts';
import { EditBundle } from './EditBundle.tsx';
import { BundleAccounts } from './BundleAccounts.tsx';
import { t } from '../../language/t.ts';

type BundleDrawerProps = { bundle: Bundle; onClose: () => void };

export function BundleDrawer({ bundle, onClose }: BundleDrawerProps) {
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <SideDrawer
      title={bundle.name}
      onClose={onClose}
      actions={<Actions name={bundle.name} onEdit={editing.open} onDelete={deleting.open} />}
    >
      {bundle.description && (
        <Text size="sm" c="dimmed" mb="md" style={{ whiteSpace: 'pre-wrap' }}>
          {bundle.description}
        </Text>
      )}
      <FactList rows={factsOf(bundle)} />
      <DrawerSection title={t('Accounts with this bundle')}>
        <BundleAccounts bundle={bundle} />
      </DrawerSection>
      {isEditing && <EditBundle bundle={bundle} onClose={editing.close} />}
      {isDeleting && <DeleteBundle bundle={bundle} onClose={deleting.close} />}
    </SideDrawer>
  );
}

function Actions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <ActionIcon variant="subtle" color="red" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
        <Icon name="trash" size={16} />
      </ActionIcon>
    </>
  );
}

function DeleteBundle({ bundle, onClose }: BundleDrawerProps) {
  const { mutate, isPending } = useDeleteBundle(onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: bundle.name })}
      text={t('Its skills and documents stay. You can only delete a bundle that no account has.')}
      verb={t('Delete bundle')}
      isBusy={isPending}
      onConfirm={() => mutate(bundle.id)}
      onClose={onClose}
    />
  );
}

function factsOf({ id, skills, collections, procedures, updated_at }: Bundle) {
  return [
    [t('Skills'), <Names key="skills" of={skills} />],
    [t('Collections'), <Names key="collections" of={collections} />],
    [t('Procedures'), <Names key="procedures" of={procedures} />],
    [t('Changed'), <DateAndTime key="changed" time={updated_at} />],
    [t('Bundle id'), <CopyableId key="id" id={id} what={t('bundle id')} />],
  ] as const;
}

function Names({ of: named }: { of: Bundle['skills'] }) {
  if (named.length === 0) return t('None');
  return named.map(({ id, name }) => <div key={id}>{name}</div>);
}
