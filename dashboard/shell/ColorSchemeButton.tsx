import { ActionIcon, useMantineColorScheme, type ActionIconProps } from '@mantine/core';
import { DropdownMenu } from '../components/DropdownMenu.tsx';
import { Hint } from '../components/Hint.tsx';
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
    <DropdownMenu position="bottom-end" button={<SchemeButton icon={icon} />}>
      {(Menu) =>
        SCHEMES.map(([scheme, label, picture]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={picture} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={14} />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))
      }
    </DropdownMenu>
  );
}

/** The tooltip contains only the button: around the menu, the items would open it too. */
function SchemeButton({ icon, ...button }: ActionIconProps & { icon: IconName }) {
  return (
    <Hint label={t('Color scheme')}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Color scheme')} {...button}>
        <Icon name={icon} />
      </ActionIcon>
    </Hint>
  );
}
