import { Group, Text } from '@mantine/core';
import { Logo } from '../../../components/Logo.tsx';
import { DrawerSection } from '../../../components/FactList.tsx';
import type { AppDetailForStaff } from './api.ts';
import { t } from '../../../language/t.ts';

export function hasNewLogo({ app, logo, reviewed_logo }: AppDetailForStaff): boolean {
  return app.reviewed !== null && logo !== reviewed_logo;
}

/** The logo of an app, and the published logo if it differs. */
export function LogoComparison(detail: AppDetailForStaff) {
  const { app, logo, reviewed_logo } = detail;
  if (logo === null && reviewed_logo === null) return null;
  return (
    <DrawerSection title={t('Logo')}>
      <Group gap="md">
        {logo === null ? <Text size="sm">{t('Removed')}</Text> : <Logo url={logo} name={app.name} isLarge />}
        {hasNewLogo(detail) && (
          <>
            <Text size="sm" c="dimmed">
              {reviewed_logo === null
                ? t('The published version has no logo.')
                : t('Customers see this version')}
            </Text>
            {reviewed_logo !== null && <Logo url={reviewed_logo} name={app.name} isLarge />}
          </>
        )}
      </Group>
    </DrawerSection>
  );
}
