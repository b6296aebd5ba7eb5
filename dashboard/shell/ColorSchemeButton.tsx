import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../components/Icon.tsx';
import { t } from '../language/t.ts';

const SCHEMES = [
  ['light', t('Light'), 'sun'],
  ['dark', t('Dark'), 'moon'],
  ['auto', t('Same as system'), 'auto'],
] as const satisfies readonly (readonly [string, string, IconName])[];

export function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const icon = SCHEMES.find(([scheme]) => scheme === colorScheme)?.[2] ?? 'auto';
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t('Color scheme')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Color scheme')}>
            <Icon name={icon} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(([scheme, label, picture]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={picture} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={14} />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
