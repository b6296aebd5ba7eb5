import { Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMe } from '../api/me.ts';
import { deleteStoredUserData } from '../api/userStorage.ts';
import { DropdownMenu, type MenuComponents } from '../components/DropdownMenu.tsx';
import { Icon } from '../components/Icon.tsx';
import classes from './Shell.module.css';
import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES } from '../../src/lib/text/language.ts';
import { pageLanguage } from '../language/page.ts';
import { t } from '../language/t.ts';

const ROLES = { admin: t('Admin'), member: t('Member'), staff: t('Platform staff') };

export function UserMenu() {
  const { user, account, role, form_token } = useMe();
  const form = useRef<HTMLFormElement>(null);
  const signOut = async () => {
    await deleteStoredUserData();
    form.current?.requestSubmit();
  };
  return (
    <>
      <DropdownMenu
        position="bottom-end"
        width={250}
        button={
          <UnstyledButton
            className={classes['person'] ?? ''}
            data-initials={initialsOf(user.full_name)}
            aria-label={t('Menu of {full_name}', { full_name: user.full_name })}
          />
        }
      >
        {(Menu) => (
          <>
            <Menu.Item component={Link} to="/settings" className={classes['whoami'] ?? ''}>
              <Text size="sm" fw={600} truncate>
                {user.full_name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
              <Text size="xs" c="dimmed">
                {account
                  ? t('{role} of {account}', { role: ROLES[role], account: account.name })
                  : ROLES[role]}
              </Text>
            </Menu.Item>
            <Menu.Item component={Link} to="/settings" leftSection={<Icon name="shield" size={16} />}>
              {t('Profile and security')}
            </Menu.Item>
            <LanguageItems Menu={Menu} />
            <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => void signOut()}>
              {t('Sign out')}
            </Menu.Item>
          </>
        )}
      </DropdownMenu>
      {/* A form signs out, because the response deletes the cookie and redirects to the sign-in page. */}
      <form ref={form} method="post" action="/sign-out" hidden>
        <input type="hidden" name="form_token" value={form_token} />
      </form>
    </>
  );
}

/** Each language is shown in its own language, for readers who do not understand the current one. */
function LanguageItems({ Menu }: { Menu: MenuComponents }) {
  return PAGE_LANGUAGES.filter((other) => other !== pageLanguage).map((other) => (
    <Menu.Item
      key={other}
      component="a"
      href={`/language/${other}`}
      lang={other}
      leftSection={<Icon name="language" size={16} />}
    >
      {PAGE_LANGUAGE_NAMES[other]}
    </Menu.Item>
  ));
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word = '') => word.charAt(0))
    .join('')
    .toUpperCase();
}
