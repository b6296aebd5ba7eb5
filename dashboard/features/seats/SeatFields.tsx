import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import type { ServerForm } from '../../components/useServerForm.ts';
import { useUserOptions } from '../people/api.ts';
import type { Seat } from './api.ts';

export type SeatValues = { device_name: string; user_id: string | null; roles: Seat['roles'] };

export function SeatFields({ form }: { form: ServerForm<SeatValues> }) {
  const people = useUserOptions();
  return (
    <>
      <TextInput
        description="As it stands on them, so that people find the right pair."
        placeholder="Glasses 03"
        required
        data-autofocus
        {...form.field('device_name')}
      />
      <Select
        placeholder="Nobody"
        data={[...people]}
        searchable
        clearable
        {...form.field('user_id')}
        label="Wearer"
      />
      <Checkbox.Group {...form.field('roles')}>
        <Group mt={6}>
          <Checkbox value="trainer" label="Trainer, who shows" />
          <Checkbox value="trainee" label="Trainee, who learns" />
        </Group>
      </Checkbox.Group>
    </>
  );
}
