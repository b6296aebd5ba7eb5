import { Button } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import {
  connectionProblem,
  reportConnection,
  useConnectionState,
  onReconnect,
  type ConnectionProblem,
} from '../api/connection.ts';
import { meQuery } from '../api/me.ts';
import { isServiceReachable } from '../api/reachability.ts';
import { retryNow } from '../api/queryClient.ts';
import { hasUnsavedInput } from '../api/unsavedForms.ts';
import { Icon, type IconName } from '../components/Icon.tsx';
import { SignInAgain } from '../components/SignInAgain.tsx';
import classes from './Shell.module.css';
import { useStaleData } from './useStaleData.ts';
import { t } from '../language/t.ts';

const TRY_EVERY_MS = 3_000;

/** Says what keeps the page from being what it should be, and mends it as soon as that can be. */
export function ConnectionNotice() {
  const { trouble, isOutdated } = useConnectionState();
  const isOld = useStaleData();
  useReturn(trouble);
  useRenewal(isOutdated);
  const [icon, text, action] = noticeOf(trouble, isOutdated, isOld);
  return (
    <div className={classes['lost']} role="status" data-quiet={text === '' || undefined}>
      {icon && <Icon name={icon} />} {text} {action}
    </div>
  );
}

type Notice = readonly [icon: IconName | undefined, text: string, action?: ReactNode];

function noticeOf(trouble: ConnectionProblem | undefined, isOutdated: boolean, isOld: boolean): Notice {
  if (trouble === 'signed_out') return ['signOut', t('You are signed out.'), <SignInAgain key="in" />];
  if (trouble) return ['cloudOff', TROUBLES[trouble]];
  if (isOutdated) return ['refresh', t('A new version is available'), <Reload key="again" />];
  if (isOld)
    return ['alert', t('The service has problems. The data on this page may be outdated. Trying again …')];
  return [undefined, ''];
}

const TROUBLES: Record<Exclude<ConnectionProblem, 'signed_out'>, string> = {
  offline: t('You are offline. This page continues when you are connected again.'),
  lost: t('No connection to the service. Trying again …'),
  silent: t('The service is not responding. Trying again …'),
};

function Reload() {
  return (
    <Button size="xs" color="teal" onClick={() => location.reload()}>
      {t('Reload')}
    </Button>
  );
}

/** Looks for the service again and again; when it is back, everything shown is read anew. */
function useReturn(trouble: ConnectionProblem | undefined): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onReconnect(() => {
        void retryNow(client);
        void client.invalidateQueries({}, { cancelRefetch: false });
      }),
    [client],
  );
  useEffect(() => {
    if (trouble === undefined) return undefined;
    const check = () => {
      if (!document.hidden) void checkConnection(client);
    };
    const timer = setInterval(check, TRY_EVERY_MS);
    addEventListener('online', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      removeEventListener('online', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [trouble, client]);
}

async function checkConnection(client: QueryClient): Promise<void> {
  if (connectionProblem() === 'signed_out')
    await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).catch(() => undefined);
  else if (await isServiceReachable()) reportConnection(undefined);
}

/** Another page is opened with the new version at once. */
function useRenewal(isOutdated: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isOutdated) return undefined;
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged && !hasUnsavedInput()) location.assign(toLocation.href);
    });
  }, [isOutdated, router]);
}
