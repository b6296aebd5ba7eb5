import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/t.ts';

type ConfirmDialogProps = {
  title: string;
  /** The exact effect, and if it can be undone. */
  text: ReactNode;
  /** The verb of the action: `Revoke key`, never `OK`. */
  verb: string;
  isOpen: boolean;
  isBusy?: boolean;
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something is done that cannot be undone at once. */
export function ConfirmModal(props: ConfirmDialogProps) {
  const { title, text, verb, isOpen, isBusy = false, isHarmless = false, onConfirm, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={<Text fw={620}>{title}</Text>} closeButtonProps={CLOSE}>
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

const CLOSE = { 'aria-label': t('Close') };
