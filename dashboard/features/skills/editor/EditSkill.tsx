import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { JsonInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useEditForm } from '../../../hooks/useEditForm.tsx';
import { useSaveSkill, type Skill, type SkillsPath } from '../api.ts';
import { SKILL_KIND_OPTIONS, RESPONSE_TARGET_OPTIONS } from '../labels.ts';
import { ConfigFields } from './ConfigFields.tsx';
import {
  CONFIG_FIELDS,
  skillFormValues,
  skillMemberText,
  skillRequestBody,
  storedSkillAsRequestBody,
} from './values.ts';
import { t } from '../../../language/t.ts';

type EditSkillProps = { path: SkillsPath; skill?: Skill; onClose: () => void };

export function EditSkill({ path, skill, onClose }: EditSkillProps) {
  const { mutateAsync } = useSaveSkill(path, skill, onClose);
  const form = useEditForm({
    draft: `skill ${skill?.id ?? path}`,
    stored: storedSkillAsRequestBody(skill),
    toValues: skillFormValues,
    toBody: skillRequestBody,
    save: (edit, body) => mutateAsync({ edit, skill: body }),
    onUnchanged: onClose,
    labels: { config: t('Configuration') },
    textOf: skillMemberText,
    fields: { config: CONFIG_FIELDS },
  });
  return (
    <>
      <FormDialog
        title={skill ? t('Edit skill') : t('New skill')}
        verb={skill ? t('Save') : t('Create skill')}
        onClose={onClose}
        form={form}
        size="lg"
      >
        <TextInput required data-autofocus {...form.field('name')} />
        <Textarea
          description={t('Say what the skill does. Agents and glasses choose skills by this text.')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.field('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            data={[...SKILL_KIND_OPTIONS]}
            allowDeselect={false}
            disabled={skill !== undefined}
            {...form.field('kind')}
          />
          <Select
            data={[...RESPONSE_TARGET_OPTIONS]}
            allowDeselect={false}
            {...form.field('response_target')}
          />
        </SimpleGrid>
        <ConfigFields form={form} path={path} />
        <JsonInput
          description={t('JSON Schema. Leave empty for the default schema of the type.')}
          autosize
          minRows={3}
          maxRows={12}
          formatOnBlur
          validationError={t('Must be valid JSON')}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' } }}
          {...form.field('arguments_schema')}
        />
        <Switch {...form.field('is_active', { type: 'checkbox' })} />
      </FormDialog>
      {form.conflictDialog}
    </>
  );
}
