import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { useChangeForm, type FormCard } from './api.ts';

export function OwnFormMenu({ form, onDelete }: { form: FormCard; onDelete: () => void }) {
  const { mutate } = useChangeForm(
    '/forms',
    form.is_active ? 'Form switched off' : 'Form switched on',
    () => {},
  );
  return (
    <Menu position="bottom-end" shadow="md" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${form.name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => (
            <Link to="/forms" search={{ view: 'submissions', form_id: form.id }} {...props} />
          )}
          leftSection={<Icon name="table" size={16} />}
        >
          Submissions
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={form.is_active ? 'eyeOff' : 'eye'} size={16} />}
          onClick={() => mutate({ id: form.id, changes: { is_active: !form.is_active } })}
        >
          {form.is_active ? 'Switch off' : 'Switch on'}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={onDelete}>
          Delete form
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
