import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';

const SEQUENCE_MS = 1_200;

type ReviewKeys = {
  /** While a dialog is open, its letters are its own. */
  isOff: boolean;
  onMove: (by: 1 | -1) => void;
  onApprove: () => void;
  onReject: () => void;
  onOpen: () => void;
};

/** Decides by single keys; a key after `g` opens another page and is ignored here. */
export function useReviewKeys({ isOff, onMove, onApprove, onReject, onOpen }: ReviewKeys): void {
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
    // A key held down decides once.
    ['a', (event) => void (event.repeat || alone(onApprove)())],
    ['r', alone(onReject)],
    ['o', alone(onOpen)],
  ]);
}
