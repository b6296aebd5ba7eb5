import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LeaveDialog, type LeaveDialogTexts } from './LeaveDialog.tsx';

type LeaveGuardProps = { isAtRisk: () => boolean; texts: LeaveDialogTexts };

/** Asks before a link, the back button or a reload leaves the page, if input or a secret would be lost. */
export function LeaveGuard({ isAtRisk, texts }: LeaveGuardProps) {
  const latest = useRef(isAtRisk);
  useEffect(() => void (latest.current = isAtRisk));
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && latest.current(),
    enableBeforeUnload: () => latest.current(),
    withResolver: true,
  });
  if (blocked.status !== 'blocked') return null;
  return <LeaveDialog texts={texts} onLeave={blocked.proceed} onStay={blocked.reset} />;
}
