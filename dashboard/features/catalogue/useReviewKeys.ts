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

/** One letter, one stroke; a letter behind `g` leads to another page and decides nothing here. */
export function useReviewKeys({ isOff, onMove, onApprove, onReject, onOpen }: ReviewKeys): void {
  const began_ms = useRef(-Infinity);
  const alone = (act: () => void) => () => {
    if (!isOff && performance.now() - began_ms.current > SEQUENCE_MS) act();
  };
  useHotkeys([
    ['g', () => void (began_ms.current = performance.now()), { preventDefault: false }],
    ['j', alone(() => onMove(1))],
    ['k', alone(() => onMove(-1))],
    ['ArrowDown', alone(() => onMove(1))],
    ['ArrowUp', alone(() => onMove(-1))],
    ['a', alone(onApprove)],
    ['r', alone(onReject)],
    ['o', alone(onOpen)],
  ]);
}
