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
  {
    to: '/skills',
    label: 'Skills & knowledge',
    icon: 'skills',
    group: 'Account',
    key: 'i',
    needs: 'GET /skills',
  },
  { to: '/forms', label: 'Forms', icon: 'forms', group: 'Account', key: 'f', needs: 'GET /forms' },
  { to: '/keys', label: 'API keys', icon: 'keys', group: 'Developers', key: 'k', needs: 'GET /keys' },
  {
    to: '/staff/apps',
    label: 'App review',
    icon: 'review',
    group: 'Staff',
    key: 'v',
    needs: 'GET /staff/apps',
  },
  {
    to: '/staff/accounts',
    label: 'Accounts',
    icon: 'accounts',
    group: 'Staff',
    key: 'n',
    needs: 'GET /staff/accounts',
  },
  {
    to: '/staff/bundles',
    label: 'Bundles',
    icon: 'bundle',
    group: 'Staff',
    key: 'b',
    needs: 'GET /staff/bundles',
  },
  {
    to: '/staff/skills',
    label: 'Platform skills',
    icon: 'skills',
    group: 'Staff',
    key: 'y',
    needs: 'GET /staff/skills',
  },
  {
    to: '/staff/forms',
    label: 'Form library',
    icon: 'forms',
    group: 'Staff',
    key: 'l',
    needs: 'GET /staff/forms',
  },
  {
    to: '/staff/queues',
    label: 'Queues',
    icon: 'queue',
    group: 'Staff',
    key: 'q',
    needs: 'GET /staff/queues',
  },
  {
    to: '/staff/mails',
    label: 'Mail outbox',
    icon: 'mail',
    group: 'Staff',
    key: 'm',
    needs: 'GET /staff/mails',
  },
];

export const GROUPS = ['Account', 'Developers', 'Staff'] as const;
