import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useConnectionState } from '../api/connection.ts';
import { Icon } from './Icon.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { t } from '../language/t.ts';

type FormDialogProps = {
  title: string;
  verb: string;
  isOpen: boolean;
  onClose: () => void;
  form: {
    complaint: string | undefined;
    isSending: boolean;
    send: (event: FormEvent<HTMLFormElement>) => void;
  };
  size?: string | number;
  children: ReactNode;
};

/** A form in a dialog; errors without a field are shown above the buttons. */
export function FormDialog({ title, verb, isOpen, onClose, form, size, children }: FormDialogProps) {
  const { trouble } = useConnectionState();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<Text fw={620}>{title}</Text>}
      size={size ?? 'md'}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={form.send} noValidate>
        <Stack gap="md">
          {children}
          {form.complaint && (
            <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
              {form.complaint}
              {trouble === 'signed_out' && (
                <div>
                  <SignInAgain />
                </div>
              )}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={form.isSending}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
