import { useEffect, useState } from 'react';

/**
 * The stage of loading: `short` shows the old data, `long` (after LONG_MS) a skeleton, `slow` (after SLOW_MS) also a
 * text.
 */
export type LoadingStage = 'short' | 'long' | 'slow';

const LONG_MS = 800;
const SLOW_MS = 3_000;

export function useLoadingStage(isWaiting: boolean): LoadingStage {
  const [waiting, setWaiting] = useState<LoadingStage>('short');
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timers = [
      setTimeout(() => setWaiting('long'), LONG_MS),
      setTimeout(() => setWaiting('slow'), SLOW_MS),
    ];
    return () => {
      timers.forEach((timer) => clearTimeout(timer));
      setWaiting('short');
    };
  }, [isWaiting]);
  return isWaiting ? waiting : 'short';
}
