import { Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import { useIsTopDialog } from '../../hooks/useIsTopDialog.ts';
import { t } from '../../language/t.ts';
import { BulkProgress } from '../bulk/BulkProgress.tsx';
import { LeaveDialog, type LeaveDialogTexts } from '../LeaveDialog.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import classes from './Import.module.css';
import type { ImportList } from './importAction.ts';
import { ImportReport } from './ImportReport.tsx';
import { MapColumns } from './MapColumns.tsx';
import { useImport } from './useImport.ts';

type ImportDialogProps = {
  list: ImportList;
  /** Content of the result that is shown only once, such as links. Escape does not close the result then. */
  result?: ReactNode;
  onClose: () => void;
};

/** Imports records from a CSV file: choose the file, map its columns, check all rows, import them. */
export function ImportDialog({ list, result, onClose }: ImportDialogProps) {
  const imported = useImport(list);
  const { view } = imported;
  const [isLeaving, leaving] = useDisclosure();
  const isTop = useIsTopDialog();
  const form = useRef<HTMLFormElement>(null);
  const isAtRisk = view.step === 'mapping' || (view.step === 'ended' && view.isDryRun);
  const isRunning = view.step === 'running';
  const hasCloseButton = !isRunning && !(view.step === 'ended' && result);
  const take = (file: File) => {
    // Marks the form as unsaved, also for a dropped file, so that the page does not leave it on its own.
    form.current?.dispatchEvent(new Event('input', { bubbles: true }));
    void imported.take(file);
  };
  return (
    <Modal
      opened
      onClose={() => (isAtRisk ? leaving.open() : onClose())}
      closeOnClickOutside={false}
      closeOnEscape={isTop && hasCloseButton}
      withCloseButton={hasCloseButton}
      size="lg"
      title={<Text fw={620}>{list.title}</Text>}
    >
      {(isAtRisk || isRunning) && (
        <LeaveGuard isAtRisk={() => true} texts={isAtRisk ? LEAVE_TEXTS : STOP_TEXTS} />
      )}
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <Stack key={view.step} gap="md" ref={focusStep} tabIndex={-1} className={classes['step'] ?? ''}>
          {view.step === 'file' && <ChooseFile about={list.about} problem={view.problem} onTake={take} />}
          {view.step === 'mapping' && <MapColumns list={list} imported={imported} />}
          {view.step === 'running' && (
            <BulkProgress
              total={view.action.total}
              sent={view.sent}
              isStopping={view.isStopping}
              onStop={imported.stop}
            />
          )}
          {view.step === 'ended' && (
            <ImportReport view={view} imported={imported} onClose={onClose}>
              {result}
            </ImportReport>
          )}
        </Stack>
      </form>
      {isLeaving && <LeaveDialog texts={LEAVE_TEXTS} onLeave={onClose} onStay={leaving.close} />}
    </Modal>
  );
}

/** The button that opened this step is gone, so the new step gets the focus. */
function focusStep(step: HTMLElement | null): void {
  step?.focus({ preventScroll: true });
}

const STOP_TEXTS: LeaveDialogTexts = {
  title: t('Stop the import?'),
  text: t('If you leave this page, the remaining rows are not imported.'),
  verb: t('Leave'),
};

const LEAVE_TEXTS: LeaveDialogTexts = {
  title: t('Discard the import?'),
  text: t('Nothing has been imported yet.'),
  verb: t('Discard'),
};
