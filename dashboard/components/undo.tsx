import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t, type Label } from '../language/t.ts';

const UNDO_MS = 10_000;

/** Reports a success, and offers to undo it for ten seconds. */
export function notifyWithUndo(message: Label, onUndo: () => unknown): void {
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-xs" variant="default" onClick={undo}>
          {t('Undo')}
        </Button>
      </Group>
    ),
    color: 'teal',
    autoClose: UNDO_MS,
  });
}

export function notifyUndone(): void {
  notifications.show({ message: t('The change was undone'), color: 'teal' });
}
