import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { Icon } from './Icon.tsx';
import { t } from '../language/t.ts';

/** Where no mail server is configured: what that means here. */
export function WithoutMail({ children }: { children: ReactNode }) {
  const { sends_mail } = useMe();
  if (sends_mail) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="mail" />} p="sm" mb="md">
      {children}
    </Alert>
  );
}

/** What a form says of the way an invitation takes. */
export function useWayOfLink(): string {
  return useMe().sends_mail
    ? t('The link in the mail is good for seven days, once.')
    : t('No mail server is configured: you get the link to copy. It is good for seven days, once.');
}
