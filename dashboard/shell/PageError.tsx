import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isTransient } from '../api/client.ts';
import { MissingChunkError, isReloadAllowed, reloadPage } from '../api/importWithRetry.ts';
import { ErrorState } from '../components/ErrorState.tsx';

const AGAIN_MS = 5_000;

/** The error boundary of pages, with a retry button. Transient errors are also retried automatically. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  const retry = () => {
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    reset();
    void router.invalidate();
  };
  const retryIfSeen = useEffectEvent(() => {
    if (!document.hidden) retry();
  });
  const isReloading = error instanceof MissingChunkError && isReloadAllowed();
  useEffect(() => {
    if (isReloading) void reloadPage();
  }, [isReloading]);
  const passes = isTransient(error);
  useEffect(() => {
    if (!passes) return undefined;
    const timer = setInterval(retryIfSeen, AGAIN_MS);
    return () => clearInterval(timer);
  }, [passes]);
  if (isReloading) return null;
  return <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={retry} />;
}
