import { ActionIcon } from '@mantine/core';
import { DropdownMenu } from './DropdownMenu.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { t, type Label } from '../language/t.ts';

export type ActionItem = { label: Label; icon: IconName; isDestructive?: boolean; onClick: () => void };

type ActionsMenuProps = { of: string; actions: readonly (ActionItem | false)[] };

/** The menu with the actions of a record. An action that is `false` is omitted. */
export function ActionsMenu({ of: name, actions }: ActionsMenuProps) {
  const shown = actions.filter((action) => action !== false);
  return (
    <DropdownMenu
      position="bottom-end"
      width={230}
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {name}', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <Icon name="dots" />
        </ActionIcon>
      }
    >
      {(Menu) =>
        shown.map(({ label, icon, isDestructive, onClick }) => (
          <Menu.Item
            key={label}
            {...(isDestructive && { color: 'red' })}
            leftSection={<Icon name={icon} size={16} />}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))
      }
    </DropdownMenu>
  );
}
