import type { LinkProps } from '@tanstack/react-router';
import type { OperationKey } from '../api/operations.ts';
import type { IconName } from '../components/Icon.tsx';
import { t, type Label } from '../language/t.ts';

export type NavPage = {
  to: NonNullable<LinkProps['to']>;
  label: Label;
  icon: IconName;
  group: 'Account' | 'Developers' | 'Staff';
  /** The key after `g` that opens this page. */
  key: string;
  /** The operation that the page needs. Users without permission for it do not see the page. */
  needs: OperationKey;
};

/** All pages of the navigation, in order. */
export const NAV_PAGES: readonly NavPage[] = [
  { to: '/', label: t('Home'), icon: 'home', group: 'Account', key: 'h', needs: 'GET /home' },
  { to: '/', label: t('Home'), icon: 'home', group: 'Account', key: 'h', needs: 'GET /staff/home' },
  { to: '/tasks', label: t('Tasks'), icon: 'tasks', group: 'Account', key: 't', needs: 'GET /tasks' },
  {
    to: '/sessions',
    label: t('Sessions'),
    icon: 'sessions',
    group: 'Account',
    key: 's',
    needs: 'GET /sessions',
  },
  {
    to: '/catalogue',
    label: t('Catalogue'),
    icon: 'catalogue',
    group: 'Account',
    key: 'c',
    needs: 'GET /procedures',
  },
  {
    to: '/skills',
    label: t('Skills & knowledge'),
    icon: 'skills',
    group: 'Account',
    key: 'd',
    needs: 'GET /skills',
  },
  { to: '/forms', label: t('Forms'), icon: 'forms', group: 'Account', key: 'f', needs: 'GET /forms' },
  { to: '/people', label: t('People'), icon: 'people', group: 'Account', key: 'p', needs: 'GET /people' },
  { to: '/seats', label: t('Seats'), icon: 'seats', group: 'Account', key: 'e', needs: 'GET /seats' },
  {
    to: '/reports',
    label: t('Reports'),
    icon: 'reports',
    group: 'Account',
    key: 'r',
    needs: 'GET /report',
  },
  {
    to: '/connections',
    label: t('Connected apps'),
    icon: 'connections',
    group: 'Account',
    key: 'o',
    needs: 'GET /connections',
  },
  {
    to: '/integrations',
    label: t('Integrations'),
    icon: 'integrations',
    group: 'Account',
    key: 'i',
    needs: 'GET /integrations',
  },
  { to: '/audit', label: t('Audit log'), icon: 'audit', group: 'Account', key: 'u', needs: 'GET /audit' },
  {
    to: '/settings',
    label: t('Settings'),
    icon: 'settings',
    group: 'Account',
    key: ',',
    needs: 'GET /sign-ins',
  },
  { to: '/keys', label: t('API keys'), icon: 'keys', group: 'Developers', key: 'k', needs: 'GET /keys' },
  {
    to: '/webhooks',
    label: t('Webhooks'),
    icon: 'webhooks',
    group: 'Developers',
    key: 'w',
    needs: 'GET /endpoints',
  },
  { to: '/apps', label: t('Apps'), icon: 'apps', group: 'Developers', key: 'a', needs: 'GET /apps' },
  {
    to: '/requests',
    label: t('Request log'),
    icon: 'log',
    group: 'Developers',
    key: 'l',
    needs: 'GET /requests',
  },
  {
    to: '/staff/apps',
    label: t('App review'),
    icon: 'review',
    group: 'Staff',
    key: 'v',
    needs: 'GET /staff/apps',
  },
  {
    to: '/staff/accounts',
    label: t('Accounts'),
    icon: 'accounts',
    group: 'Staff',
    key: 'n',
    needs: 'GET /staff/accounts',
  },
  {
    to: '/staff/members',
    label: t('Staff'),
    icon: 'shield',
    group: 'Staff',
    key: 'p',
    needs: 'GET /staff/members',
  },
  {
    to: '/staff/bundles',
    label: t('Bundles'),
    icon: 'bundle',
    group: 'Staff',
    key: 'b',
    needs: 'GET /staff/bundles',
  },
  {
    to: '/staff/skills',
    label: t('Platform skills'),
    icon: 'skills',
    group: 'Staff',
    key: 'y',
    needs: 'GET /staff/skills',
  },
  {
    to: '/staff/knowledge',
    label: t('Platform knowledge'),
    icon: 'knowledge',
    group: 'Staff',
    key: 'd',
    needs: 'GET /staff/documents',
  },
  {
    to: '/staff/forms',
    label: t('Form library'),
    icon: 'forms',
    group: 'Staff',
    key: 'l',
    needs: 'GET /staff/forms',
  },
  {
    to: '/staff/queues',
    label: t('Queues'),
    icon: 'queue',
    group: 'Staff',
    key: 'q',
    needs: 'GET /staff/queues',
  },
  {
    to: '/staff/mails',
    label: t('Email outbox'),
    icon: 'mail',
    group: 'Staff',
    key: 'm',
    needs: 'GET /staff/mails',
  },
  {
    to: '/staff/backups',
    label: t('Backups'),
    icon: 'database',
    group: 'Staff',
    key: 'k',
    needs: 'GET /staff/backups',
  },
];

export const NAV_GROUPS = ['Account', 'Developers', 'Staff'] as const;
