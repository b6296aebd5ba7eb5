import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import classes from './Hint.module.css';
import type { HintBubbleProps } from './HintBubble.tsx';

const HintBubble = lazyComponent(async () => (await import('./HintBubble.tsx')).HintBubble);
const OPEN_DELAY_MS = 250;

type HintProps = Omit<HintBubbleProps, 'target'> & {
  children: ReactNode;
  /** A tap on the child opens the tooltip too. The child must be focusable. */
  opensOnTouch?: boolean;
};

/**
 * A tooltip for its child. The tooltip is created when the pointer or the keyboard focus is on the child, because a
 * hundred tooltips would slow down a list.
 */
export function Hint({ children, opensOnTouch = false, ...bubble }: HintProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setTarget(undefined);
  };
  const open = (wrapper: Element) => {
    const child = wrapper.firstElementChild;
    clearTimeout(timer.current);
    if (child instanceof HTMLElement) timer.current = setTimeout(() => setTarget(child), OPEN_DELAY_MS);
  };
  return (
    <span
      className={classes['hint']}
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && open(event.currentTarget)}
      onPointerLeave={close}
      onFocus={({ currentTarget, target: focused }) => {
        if (opensOnTouch || focused.matches(':focus-visible')) open(currentTarget);
      }}
      onBlur={close}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      {children}
      {target && <HintBubble {...bubble} target={target} />}
    </span>
  );
}
