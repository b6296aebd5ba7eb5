import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { useConnectionState } from '../api/connection.ts';
import type { FormDraft } from '../hooks/useServerForm.ts';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { Icon } from './Icon.tsx';
import { LeaveDialog, LEAVE_FORM_TEXTS } from './LeaveDialog.tsx';
import { SignInAgainLink } from './SignInAgainLink.tsx';
import { t, type Label } from '../language/t.ts';

type FormDialogProps = {
  title: Label;
  verb: Label;
  onClose: () => void;
  form: {
    formError: string | undefined;
    isSending: boolean;
    send: (event: FormEvent<HTMLFormElement>) => void;
    draft: FormDraft;
  };
  /** True if the action destroys something: the button is red. */
  isDestructive?: boolean;
  size?: string | number;
  children: ReactNode;
};

/**
 * A form in a dialog. Errors that belong to no field are shown above the buttons. Escape, a click outside and the
 * close button keep the input as a draft; `Cancel` discards it.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, onClose, form, isDestructive = false, size, children } = props;
  const { problem } = useConnectionState();
  const isTop = useIsTopDialog();
  const [isLeaving, leaving] = useDisclosure();
  const close = () => (form.draft.isAtRisk() ? leaving.open() : onClose());
  const cancel = () => {
    form.draft.discard();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={<Text fw={620}>{title}</Text>}
      size={size ?? 'md'}
    >
      <form onSubmit={form.send} noValidate>
        <Stack gap="md">
          <DraftNotice draft={form.draft} />
          {children}
          {form.formError && (
            <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
              {form.formError}
              {problem === 'signed_out' && (
                <div>
                  <SignInAgainLink />
                </div>
              )}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={form.isSending} {...(isDestructive && { color: 'red' })}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
      {isLeaving && <LeaveDialog texts={LEAVE_FORM_TEXTS} onLeave={onClose} onStay={leaving.close} />}
    </Modal>
  );
}
