import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useMe } from '../api/me.ts';
import { Icon } from '../components/Icon.tsx';

const ROLES = { admin: 'Admin', member: 'Member', staff: 'Platform staff' };

export function PersonMenu() {
  const { user, account, role, form_token } = useMe();
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <Menu position="bottom-end" width={250} shadow="md">
        <Menu.Target>
          <UnstyledButton aria-label={`${user.full_name}, your menu`} style={{ borderRadius: '50%' }}>
            <Avatar name={user.full_name} color="teal" size={32} alt="" aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label role="presentation">
            <Text size="sm" fw={600} truncate>
              {user.full_name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
            <Text size="xs" c="dimmed">
              {ROLES[role]}
              {account && ` of ${account.name}`}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item component="a" href="/account" leftSection={<Icon name="shield" size={16} />}>
            Your sign-in
          </Menu.Item>
          <Menu.Item component="a" href="/docs" leftSection={<Icon name="knowledge" size={16} />}>
            API reference
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="signOut" size={16} />}
            onClick={() => form.current?.requestSubmit()}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {/* A form, because the answer takes the cookie out and leads to the sign-in page. */}
      <form ref={form} method="post" action="/sign-out" hidden>
        <input type="hidden" name="form_token" value={form_token} />
      </form>
    </>
  );
}
