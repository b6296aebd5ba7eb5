import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useMe } from '../api/me.ts';
import { Icon } from '../components/Icon.tsx';
import { forgetCheck } from '../features/webhooks/checkMemory.ts';
import { forgetRecent } from './search/recent.ts';
import classes from './Shell.module.css';
import { language } from '../language/page.ts';
import { t } from '../language/t.ts';

const ROLES = { admin: t('Admin'), member: t('Member'), staff: t('Platform staff') };

/** Each in its own words, for those who cannot read the other. */
const NAMES = { en: 'English', de: 'Deutsch' };

export function UserMenu() {
  const { user, account, role, form_token } = useMe();
  const form = useRef<HTMLFormElement>(null);
  const other = language === 'en' ? 'de' : 'en';
  return (
    <>
      <Menu position="bottom-end" width={250} shadow="md">
        <Menu.Target>
          <UnstyledButton
            className={classes['person'] ?? ''}
            data-initials={initialsOf(user.full_name)}
            aria-label={t('Menu of {full_name}', { full_name: user.full_name })}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href="/account" className={classes['whoami'] ?? ''}>
            <Text size="sm" fw={600} truncate>
              {user.full_name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
            <Text size="xs" c="dimmed">
              {account ? t('{role} of {account}', { role: ROLES[role], account: account.name }) : ROLES[role]}
            </Text>
          </Menu.Item>
          <Menu.Item component="a" href="/account" leftSection={<Icon name="shield" size={16} />}>
            {t('Profile and security')}
          </Menu.Item>
          <DocumentationItems />
          <Menu.Item
            component="a"
            href={`/language/${other}`}
            lang={other}
            leftSection={<Icon name="language" size={16} />}
          >
            {NAMES[other]}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="signOut" size={16} />}
            onClick={() => {
              forgetRecent();
              forgetCheck();
              form.current?.requestSubmit();
            }}
          >
            {t('Sign out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {/** A form, since the answer deletes the cookie and redirects to the sign-in page. */}
      <form ref={form} method="post" action="/sign-out" hidden>
        <input type="hidden" name="form_token" value={form_token} />
      </form>
    </>
  );
}

function DocumentationItems() {
  return (
    <>
      <Menu.Item component="a" href="/docs/guides/dashboard" leftSection={<Icon name="info" size={16} />}>
        {t('Dashboard guide')}
      </Menu.Item>
      <Menu.Item component="a" href="/docs" leftSection={<Icon name="knowledge" size={16} />}>
        {t('API reference')}
      </Menu.Item>
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word = '') => word.charAt(0))
    .join('')
    .toUpperCase();
}
