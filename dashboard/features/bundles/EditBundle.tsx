import { Textarea, TextInput } from '@mantine/core';
import { RecordNames } from '../../components/picker/RecordNames.tsx';
import type { RecordSource } from '../../components/picker/source.ts';
import { RecordMultiSelect } from '../../components/picker/RecordMultiSelect.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { formatStoredValue } from '../../format/formatStoredValue.ts';
import { useEditForm } from '../../hooks/useEditForm.tsx';
import { collectionSource } from '../knowledge/api.ts';
import { PLATFORM_KNOWLEDGE } from '../knowledge/owner.ts';
import { PLATFORM_SKILLS_PATH, skillSource } from '../skills/api.ts';
import { APPROVED_PROCEDURE_SOURCE, useSaveBundle, type Bundle } from './api.ts';
import { t } from '../../language/t.ts';

const PLATFORM_SKILLS = {
  ...skillSource(PLATFORM_SKILLS_PATH),
  empty: t('No platform skills yet. Create them on the platform skills page.'),
};
const PLATFORM_COLLECTIONS = {
  ...collectionSource(PLATFORM_KNOWLEDGE),
  empty: t('No collections yet. Upload documents under platform knowledge.'),
};

const SOURCES = new Map<string, RecordSource>([
  ['skill_ids', PLATFORM_SKILLS],
  ['collection_ids', PLATFORM_COLLECTIONS],
  ['procedure_ids', APPROVED_PROCEDURE_SOURCE],
]);

export function EditBundle({ bundle, onClose }: { bundle?: Bundle; onClose: () => void }) {
  const { mutateAsync } = useSaveBundle(bundle, onClose);
  const form = useEditForm({
    draft: `bundle ${bundle?.id ?? ''}`,
    stored: valuesOf(bundle),
    toValues: (stored) => stored,
    toBody: (values) => values,
    save: (edit, body) => mutateAsync({ edit, bundle: body }),
    onUnchanged: onClose,
    textOf(member, value) {
      const source = SOURCES.get(member);
      if (!source || !Array.isArray(value) || value.length === 0) return formatStoredValue(value);
      return <RecordNames source={source} ids={value} />;
    },
  });
  return (
    <>
      <FormDialog
        title={bundle ? t('Edit bundle') : t('New bundle')}
        verb={bundle ? t('Save') : t('Create bundle')}
        onClose={onClose}
        form={form}
        size="lg"
      >
        <TextInput required data-autofocus {...form.field('name')} />
        <Textarea autosize minRows={2} maxRows={8} {...form.field('description')} />
        <RecordMultiSelect
          source={PLATFORM_SKILLS}
          description={t('Platform skills in this bundle.')}
          {...form.field('skill_ids')}
        />
        <RecordMultiSelect
          source={PLATFORM_COLLECTIONS}
          description={t(
            'Platform documents in this bundle. Accounts find them in searches if the account or one of its seats has this bundle.',
          )}
          {...form.field('collection_ids')}
        />
        <RecordMultiSelect
          source={APPROVED_PROCEDURE_SOURCE}
          description={t('Approved procedures of any account. Glasses with this bundle show them.')}
          {...form.field('procedure_ids')}
        />
      </FormDialog>
      {form.conflictDialog}
    </>
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
