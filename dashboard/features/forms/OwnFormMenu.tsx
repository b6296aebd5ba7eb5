import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DropdownMenu } from '../../components/DropdownMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useChangeForm, type FormCard } from './api.ts';
import { t } from '../../language/t.ts';

export function OwnFormMenu({ form, onDelete }: { form: FormCard; onDelete: () => void }) {
  const { mutate } = useChangeForm(
    '/forms',
    form.is_active ? t('Form turned off') : t('Form turned on'),
    () => {},
  );
  return (
    <DropdownMenu
      position="bottom-end"
      width={190}
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={t('Actions for {name}', { name: form.name })}>
          <Icon name="dots" />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item
            renderRoot={(props) => (
              <Link to="/forms" search={{ view: 'submissions', form_id: form.id }} {...props} />
            )}
            leftSection={<Icon name="table" size={16} />}
          >
            {t('Submissions')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name={form.is_active ? 'eyeOff' : 'eye'} size={16} />}
            onClick={() => mutate({ id: form.id, changes: { is_active: !form.is_active } })}
          >
            {form.is_active ? t('Turn off') : t('Turn on')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={onDelete}>
            {t('Delete form')}
          </Menu.Item>
        </>
      )}
    </DropdownMenu>
  );
}
