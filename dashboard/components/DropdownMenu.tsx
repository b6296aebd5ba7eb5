import { cloneElement, useState, type ComponentType, type MouseEvent } from 'react';
import { importWithRetry } from '../api/importWithRetry.ts';
import type { OpenedMenuProps } from './OpenedMenu.tsx';

const load = async () => (await import('./OpenedMenu.tsx')).OpenedMenu;
const preload = () => void load().catch(() => {});

export type { MenuComponents } from './OpenedMenu.tsx';

/**
 * A button with a menu. The menu is loaded and created when the user opens it, because a hundred menus would slow down
 * a list.
 */
export function DropdownMenu(props: OpenedMenuProps) {
  const [opened, setOpened] = useState<{ Menu: ComponentType<OpenedMenuProps> }>();
  if (opened) return <opened.Menu {...props} />;
  const { button } = props;
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      button.props.onClick?.(event);
      void importWithRetry(load).then(
        (Menu) => setOpened({ Menu }),
        () => {},
      );
    },
  });
}
