import { ActionIcon, Menu } from '@mantine/core';
import { Icon, type IconName } from './Icon.tsx';

export type DeedItem = { label: string; icon: IconName; is_destructive?: boolean; onClick: () => void };

/** What can be done with a record, behind three dots. */
export function DeedsMenu({ of: name, deeds }: { of: string; deeds: readonly DeedItem[] }) {
  return (
    <Menu position="bottom-end" shadow="md" width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${name}`}
          onClick={(event) => event.stopPropagation()}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {deeds.map(({ label, icon, is_destructive, onClick }) => (
          <Menu.Item
            key={label}
            {...(is_destructive && { color: 'red' })}
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
