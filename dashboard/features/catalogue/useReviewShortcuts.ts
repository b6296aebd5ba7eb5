import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';

const SEQUENCE_MS = 1_200;

type ReviewShortcutHandlers = {
  /** True while a dialog is open: keys typed in the dialog must not review. */
  isOff: boolean;
  onMove: (by: 1 | -1) => void;
  onApprove: () => void;
  onReject: () => void;
  onOpen: () => void;
};

/** Registers the keyboard shortcuts for reviewing. A key after `g` navigates to another page and is ignored here. */
export function useReviewShortcuts({
  isOff,
  onMove,
  onApprove,
  onReject,
  onOpen,
}: ReviewShortcutHandlers): void {
  const beganMs = useRef(-Infinity);
  const alone = (act: () => void) => () => {
    if (!isOff && performance.now() - beganMs.current > SEQUENCE_MS) act();
  };
  useHotkeys([
    ['g', () => void (beganMs.current = performance.now()), { preventDefault: false }],
    ['j', alone(() => onMove(1))],
    ['k', alone(() => onMove(-1))],
    ['ArrowDown', alone(() => onMove(1))],
    ['ArrowUp', alone(() => onMove(-1))],
    // A key that is held down reviews only once.
    ['a', (event) => void (event.repeat || alone(onApprove)())],
    ['r', alone(onReject)],
    ['o', alone(onOpen)],
  ]);
}
