import { JsonInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useServerForm } from '../../../components/useServerForm.ts';
import { useSaveSkill, type Skill, type SkillsPath } from '../api.ts';
import { KINDS, TARGETS } from '../words.ts';
import { ConfigFields } from './ConfigFields.tsx';
import { asSent, valuesOf } from './values.ts';

type EditSkillProps = { path: SkillsPath; skill?: Skill; onClose: () => void };

export function EditSkill({ path, skill, onClose }: EditSkillProps) {
  const { mutateAsync } = useSaveSkill(path, skill, onClose);
  const form = useServerForm(valuesOf(skill), (values) => mutateAsync(asSent(values)));
  return (
    <FormDialog
      title={skill ? 'Edit skill' : 'New skill'}
      verb={skill ? 'Save' : 'Create skill'}
      isOpen
      onClose={onClose}
      form={form}
      size="lg"
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        description="What it is good for: agents and glasses choose by it."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Kind"
          data={[...KINDS]}
          allowDeselect={false}
          disabled={skill !== undefined}
          {...form.getInputProps('kind')}
        />
        <Select
          label="Answer goes to"
          data={[...TARGETS]}
          allowDeselect={false}
          {...form.getInputProps('response_target')}
        />
      </SimpleGrid>
      <ConfigFields form={form} path={path} />
      <JsonInput
        label="Schema of the arguments"
        description="JSON Schema; left empty, the kind's own."
        autosize
        minRows={3}
        maxRows={12}
        formatOnBlur
        validationError="Must be JSON"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' } }}
        {...form.getInputProps('arguments_schema')}
      />
      <Switch label="Active: it can be called" {...form.getInputProps('is_active', { type: 'checkbox' })} />
    </FormDialog>
  );
}
