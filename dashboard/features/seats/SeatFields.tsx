import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Group, TextInput } from '@mantine/core';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import { RecordSelect } from '../../components/picker/RecordSelect.tsx';
import { ASSIGNABLE_USER_SOURCE } from '../people/api.ts';
import type { Seat } from './api.ts';
import { t } from '../../language/t.ts';

export type SeatFormValues = { device_name: string; user_id: string | null; roles: Seat['roles'] };

export function SeatFields({ form }: { form: ServerForm<SeatFormValues> }) {
  return (
    <>
      <TextInput
        description={t('Use the name on the glasses, so that people find the right pair.')}
        placeholder={t('Glasses 03')}
        required
        data-autofocus
        {...form.field('device_name')}
      />
      <RecordSelect
        source={ASSIGNABLE_USER_SOURCE}
        placeholder={t('No user')}
        clearable
        {...form.field('user_id')}
        label={t('Wearer')}
      />
      <Checkbox.Group {...form.field('roles')}>
        <Group mt={6}>
          <Checkbox value="trainer" label={t('Trainer: records procedures')} />
          <Checkbox value="trainee" label={t('Trainee: learns procedures')} />
        </Group>
      </Checkbox.Group>
    </>
  );
}
