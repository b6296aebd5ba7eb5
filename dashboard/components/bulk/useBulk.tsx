import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { notifyWithUndo } from '../undo.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { t } from '../../language/t.ts';
import type { BulkAction, BulkConfirmation, BulkResult } from './bulkAction.ts';
import { useBulkRun } from './useBulkRun.ts';

const BulkDialog = lazyComponent(async () => (await import('./BulkDialog.tsx')).BulkDialog);

/** The state of a bulk action that the dialog shows. */
export type BulkView = { action: BulkAction } & (
  | { phase: 'asking'; confirm: BulkConfirmation; onStarted: () => void }
  | { phase: 'running'; sent: number; isStopping: boolean }
  | { phase: 'ended'; result: BulkResult }
);

export type Bulk = {
  /** `onStarted` is called when the action starts, which a confirmation may cancel. */
  start: (action: BulkAction, onStarted: () => void) => void;
  /** The dialog that asks, shows the progress and reports. */
  dialog: ReactNode;
};

/**
 * Runs bulk actions of a page. An action that needs one request and succeeds is reported by a notification, every other
 * action by a dialog. An action stops after the current request when the user leaves the page.
 */
export function useBulk(): Bulk {
  const [view, setView] = useState<BulkView>();
  const runner = useBulkRun();
  const run = async (action: BulkAction) => {
    const show = (sent: number, isStopping: boolean) =>
      setView({ action, phase: 'running', sent, isStopping });
    if (!action.isShort) show(0, false);
    const result = await runner.run(action, show);
    const isReported = runner.isMounted() && isReportable(action, result);
    setView(isReported ? { action, phase: 'ended', result } : undefined);
    if (!isReported) notify(action, result, (undo) => void run(undo));
  };
  const stop = () => {
    runner.stop();
    setView((shown) => (shown?.phase === 'running' ? { ...shown, isStopping: true } : shown));
  };
  return {
    start: (action, onStarted) => {
      const { confirm } = action;
      if (confirm) return setView({ action, phase: 'asking', confirm, onStarted });
      onStarted();
      void run(action);
    },
    dialog: view && (
      <BulkDialog
        view={view}
        onRun={(action) => {
          if (view.phase === 'asking') view.onStarted();
          void run(action);
        }}
        onStop={stop}
        onClose={() => setView(undefined)}
      />
    ),
  };
}

/** True if a notification cannot tell the result. */
function isReportable(action: BulkAction, { rejected, failure }: BulkResult): boolean {
  return !action.isShort || rejected.length > 0 || failure !== undefined;
}

function notify(
  { says }: BulkAction,
  { done, rejected, undo, failure }: BulkResult,
  onUndo: (undo: BulkAction) => void,
) {
  if (undo) notifyWithUndo(says(done), () => onUndo(undo));
  else if (done > 0) notifications.show({ message: says(done), color: 'teal' });
  const [first] = rejected;
  if (first ?? failure)
    notifications.show({
      title: t('{count, plural, one {# record was} other {# records were}} not changed', {
        count: rejected.length,
      }),
      message: failure ?? first?.reason,
      color: 'red',
    });
}
