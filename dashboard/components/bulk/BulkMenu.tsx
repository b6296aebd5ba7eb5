import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Label } from '../../language/t.ts';
import { DropdownMenu } from '../DropdownMenu.tsx';
import { Icon } from '../Icon.tsx';

export const BULK_BUTTON = { size: 'xs', variant: 'default' } as const;

/** A button of the bar that opens a menu or a popover. */
export const BULK_MENU_BUTTON = {
  ...BULK_BUTTON,
  rightSection: <Icon name="chevronDown" size={14} />,
} as const;

/**
 * The dropdowns are fixed like the bar. Otherwise the browser scrolls the page when a choice gets the focus, and the
 * dropdown moves under the pointer.
 */
export const BULK_DROPDOWN = { position: 'top-start', floatingStrategy: 'fixed' } as const;

export type BulkMenuItem = {
  label: Label;
  /** Replaces the label. */
  content?: ReactNode;
  isDestructive?: boolean;
  onClick: () => void;
};

/** A menu of the bar with the values or actions for the selected records. */
export function BulkMenu({ label, items }: { label: Label; items: readonly BulkMenuItem[] }) {
  return (
    <DropdownMenu
      {...BULK_DROPDOWN}
      width={220}
      maxHeight={320}
      button={<Button {...BULK_MENU_BUTTON}>{label}</Button>}
    >
      {(Menu) =>
        items.map((item) => (
          <Menu.Item key={item.label} {...(item.isDestructive && { color: 'red' })} onClick={item.onClick}>
            {item.content ?? item.label}
          </Menu.Item>
        ))
      }
    </DropdownMenu>
  );
}
