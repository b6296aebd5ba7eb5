import { ActionIcon, Menu } from '@mantine/core';
import { Icon, type IconName } from './Icon.tsx';
import { t } from '../language/t.ts';

export type ActionItem = { label: string; icon: IconName; isDestructive?: boolean; onClick: () => void };

/** The actions of a record, behind three dots. */
export function ActionsMenu({ of: name, actions }: { of: string; actions: readonly ActionItem[] }) {
  return (
    <Menu position="bottom-end" shadow="md" width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {name}', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon, isDestructive, onClick }) => (
          <Menu.Item
            key={label}
            {...(isDestructive && { color: 'red' })}
            leftSection={<Icon name={icon} size={16} />}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
