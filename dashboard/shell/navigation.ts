import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../components/Icon.tsx';

export type NavPage = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: IconName;
  group: 'Account' | 'Developers' | 'Staff';
  /** The letter behind `g` that leads here. */
  key: string;
  /** The operation that the page lives on: who may not call it does not see the page. */
  needs: string;
};

/** Every page that stands in the navigation, in its order. */
export const PAGES: readonly NavPage[] = [
  { to: '/', label: 'Home', icon: 'home', group: 'Account', key: 'h', needs: 'GET /home' },
  { to: '/tasks', label: 'Tasks', icon: 'tasks', group: 'Account', key: 't', needs: 'GET /tasks' },
  { to: '/keys', label: 'API keys', icon: 'keys', group: 'Developers', key: 'k', needs: 'GET /keys' },
];

export const GROUPS = ['Account', 'Developers', 'Staff'] as const;
