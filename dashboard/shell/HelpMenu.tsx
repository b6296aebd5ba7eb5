import { ActionIcon } from '@mantine/core';
import { useMe } from '../api/me.ts';
import { DropdownMenu } from '../components/DropdownMenu.tsx';
import { Icon } from '../components/Icon.tsx';
import { t } from '../language/t.ts';

/** Keyboard shortcuts, the documentation and the version of the service. */
export function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { version } = useMe();
  return (
    <DropdownMenu
      position="bottom-end"
      width={230}
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Help')}>
          <Icon name="help" />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<Icon name="keyboard" size={16} />} onClick={onShortcuts}>
            {t('Keyboard shortcuts')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/guides/dashboard" leftSection={<Icon name="info" size={16} />}>
            {t('Dashboard guide')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/guides" leftSection={<Icon name="knowledge" size={16} />}>
            {t('All guides')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs" leftSection={<Icon name="code" size={16} />}>
            {t('API reference')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/guides/changelog" leftSection={<Icon name="log" size={16} />}>
            {t('Changelog')}
          </Menu.Item>
          <Menu.Label>{t('Version {version}', { version })}</Menu.Label>
        </>
      )}
    </DropdownMenu>
  );
}
