import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkAction, BulkResult } from './bulkAction.ts';

/** Runs bulk actions, one at a time. The action stops after the current request when the user leaves the page. */
export function useBulkRun() {
  const client = useQueryClient();
  const controller = useRef<AbortController>(undefined);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      controller.current?.abort();
    };
  }, []);
  return {
    isMounted: () => isMounted.current,
    async run(
      { run, changes }: BulkAction,
      onProgress: (sent: number, isStopping: boolean) => void,
    ): Promise<BulkResult> {
      const { signal } = (controller.current = new AbortController());
      const result = await run(signal, (sent) => onProgress(sent, signal.aborted));
      void Promise.all(changes.map((first) => client.invalidateQueries({ queryKey: [first] })));
      return result;
    },
    stop: () => controller.current?.abort(),
  };
}
