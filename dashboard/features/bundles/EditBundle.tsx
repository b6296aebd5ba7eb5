import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { collectionsQuery } from '../knowledge/api.ts';
import { PLATFORM_KNOWLEDGE } from '../knowledge/owner.ts';
import { PLATFORM_SKILLS_PATH, skillsQuery } from '../skills/api.ts';
import { useSaveBundle, type Bundle } from './api.ts';
import { ProceduresSelect } from './ProceduresSelect.tsx';
import { t } from '../../language/t.ts';

export function EditBundle({ bundle, onClose }: { bundle?: Bundle; onClose: () => void }) {
  const skills = useQuery(skillsQuery(PLATFORM_SKILLS_PATH));
  const collections = useQuery(collectionsQuery(PLATFORM_KNOWLEDGE));
  const { mutateAsync } = useSaveBundle(bundle, onClose);
  const form = useServerForm(valuesOf(bundle), (values) => mutateAsync(values));
  return (
    <FormDialog
      title={bundle ? t('Edit bundle') : t('New bundle')}
      verb={bundle ? t('Save') : t('Create bundle')}
      isOpen
      onClose={onClose}
      form={form}
      size="lg"
    >
      <TextInput required data-autofocus {...form.field('name')} />
      <Textarea autosize minRows={2} maxRows={8} {...form.field('description')} />
      <MultiSelect
        description={t('Platform skills in this bundle.')}
        data={optionsOf(skills.data?.rows ?? [])}
        searchable
        nothingFoundMessage={t('No platform skills yet. Create them on the platform skills page.')}
        {...form.field('skill_ids')}
      />
      <MultiSelect
        description={t(
          'Platform documents in this bundle. Searches find them wherever the bundle is allocated.',
        )}
        data={optionsOf(collections.data?.collections ?? [])}
        searchable
        nothingFoundMessage={t('No collections yet. Upload documents under platform knowledge.')}
        {...form.field('collection_ids')}
      />
      <ProceduresSelect chosen={bundle?.procedures ?? []} {...form.field('procedure_ids')} />
    </FormDialog>
  );
}

function valuesOf(bundle?: Bundle) {
  return {
    name: bundle?.name ?? '',
    description: bundle?.description ?? '',
    skill_ids: (bundle?.skills ?? []).map(({ id }) => id),
    collection_ids: (bundle?.collections ?? []).map(({ id }) => id),
    procedure_ids: (bundle?.procedures ?? []).map(({ id }) => id),
  };
}

function optionsOf(named: readonly { id: string; name: string }[]) {
  return named.map(({ id, name }) => ({ value: id, label: name }));
}
