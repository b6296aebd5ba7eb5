import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import { OnSecretCopiedContext } from './onSecretCopied.ts';
import { LEAVE_SECRET_TEXTS } from './LeaveDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { t, type Label } from '../language/t.ts';

type OneTimeSecretDialogProps = {
  title: Label;
  onClose: () => void;
  /** The button that confirms that the user has the secret. */
  verb?: Label;
  children: ReactNode;
};

/**
 * Shows a secret that is shown only once. Only the confirmation closes the dialog: Escape and a click outside do
 * nothing, and the page asks before it is left, unless the user has copied the secret.
 */
export function OneTimeSecretDialog({ title, onClose, verb, children }: OneTimeSecretDialogProps) {
  const isSafeToLeave = useRef(false);
  const confirm = () => {
    isSafeToLeave.current = true;
    onClose();
  };
  // Registers this dialog, so that Escape does not close the drawer below it either.
  useIsTopDialog();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={<Text fw={620}>{title}</Text>}
      size="lg"
    >
      <OnSecretCopiedContext value={() => void (isSafeToLeave.current = true)}>
        <LeaveGuard isAtRisk={() => !isSafeToLeave.current} texts={LEAVE_SECRET_TEXTS} />
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={confirm}>
              {verb ?? t('Done, I copied it')}
            </Button>
          </Group>
        </Stack>
      </OnSecretCopiedContext>
    </Modal>
  );
}
