import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { Icon } from './Icon.tsx';
import { t } from '../language/t.ts';

/** Explains what is different on this page without a mail server; renders nothing if one is configured. */
export function NoMailServerAlert({ children }: { children: ReactNode }) {
  const { sends_mail } = useMe();
  if (sends_mail) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="mail" />} p="sm" mb="md">
      {children}
    </Alert>
  );
}

/** Returns the sentence about how an invited user gets the link, which depends on the mail server. */
export function useInvitationDeliveryText(): string {
  return useMe().sends_mail
    ? t('The link in the email works once and expires in seven days.')
    : t(
        'No mail server is configured, so you have to send the link yourself. It works once and expires in seven days.',
      );
}
