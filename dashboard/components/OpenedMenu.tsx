import '@mantine/core/styles/Menu.layer.css';
import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';

export type MenuComponents = Pick<typeof Menu, 'Item' | 'Label'>;

export type OpenedMenuProps = Pick<MenuProps, 'position' | 'width' | 'floatingStrategy'> & {
  button: ReactElement<ComponentProps<'button'>>;
  /** Returns the items. It receives their components, because they are loaded with the menu. */
  children: (menu: MenuComponents) => ReactNode;
  /** The height in pixels above which the items scroll. */
  maxHeight?: number;
};

/** The menu of a `DropdownMenu`, opened at first. */
export function OpenedMenu({ button, children, maxHeight, ...menu }: OpenedMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu returns the focus to the focused element when it closes, so this button must be focused first.
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu {...menu} opened={isOpen} onChange={setOpen} shadow="md">
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown
        onClick={(event) => event.stopPropagation()}
        {...(maxHeight && { mah: maxHeight, style: { overflowY: 'auto' } })}
      >
        {children(Menu)}
      </Menu.Dropdown>
    </Menu>
  );
}
