import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import { t, type Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type ConfirmModalProps = {
  title: Label;
  /** The exact effect of the action, and whether it can be undone. */
  text: LabelContent;
  /** The verb of the action: `Revoke key`, never `OK`. */
  verb: Label;
  /** False closes a dialog that stays mounted while its closing animation runs. */
  isOpen?: boolean;
  isBusy?: boolean;
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for confirmation before an action that the user cannot undo directly. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title, text, verb, isOpen = true, isBusy = false, isHarmless = false, onConfirm, onClose } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={useIsTopDialog(isOpen)}
      title={<Text fw={620}>{title}</Text>}
    >
      <Text component="div" size="sm" c="dimmed">
        {text}
      </Text>
      {props.children}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button color={isHarmless ? 'teal' : 'red'} loading={isBusy} onClick={onConfirm} data-autofocus>
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}
