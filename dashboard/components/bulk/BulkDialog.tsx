import { Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsTopDialog } from '../../hooks/useIsTopDialog.ts';
import { t } from '../../language/t.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { BulkAction } from './bulkAction.ts';
import type { LeaveDialogTexts } from '../LeaveDialog.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { BulkReport } from './BulkReport.tsx';
import type { BulkView } from './useBulk.tsx';

type BulkDialogProps = {
  view: BulkView;
  onRun: (action: BulkAction) => void;
  onStop: () => void;
  onClose: () => void;
};

/** Asks before a bulk action, shows its progress, and reports the records that were not changed. */
export function BulkDialog({ view, onRun, onStop, onClose }: BulkDialogProps) {
  const { action } = view;
  if (view.phase === 'asking') {
    const { isDestructive, ...words } = view.confirm;
    return (
      <ConfirmDialog
        {...words}
        isHarmless={!isDestructive}
        onConfirm={() => onRun(action)}
        onClose={onClose}
      />
    );
  }
  return (
    <Frame title={action.title} onClose={view.phase === 'ended' ? onClose : undefined}>
      {view.phase === 'running' ? (
        <>
          <LeaveGuard isAtRisk={() => true} texts={LEAVE_TEXTS} />
          <BulkProgress total={action.total} sent={view.sent} isStopping={view.isStopping} onStop={onStop} />
        </>
      ) : (
        <BulkReport action={action} result={view.result} onRun={onRun} onClose={onClose} />
      )}
    </Frame>
  );
}

/** A running action can only be stopped, not hidden, because it stops when the user leaves the page. */
function Frame({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const isTop = useIsTopDialog();
  return (
    <Modal
      opened
      onClose={() => onClose?.()}
      closeOnClickOutside={false}
      closeOnEscape={isTop && onClose !== undefined}
      withCloseButton={onClose !== undefined}
      title={<Text fw={620}>{title}</Text>}
    >
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}

const LEAVE_TEXTS: LeaveDialogTexts = {
  title: t('Stop the change?'),
  text: t('If you leave this page, the remaining records stay unchanged.'),
  verb: t('Leave'),
};
