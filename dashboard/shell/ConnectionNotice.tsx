import { Button } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import {
  currentConnectionProblem,
  setConnectionProblem,
  useConnectionState,
  onReconnect,
  type ConnectionProblem,
} from '../api/connection.ts';
import { meQuery } from '../api/me.ts';
import { isServiceReachable } from '../api/reachability.ts';
import { retryFailingQueries } from '../api/queryClient.ts';
import { hasUnsavedInput } from '../api/unsavedForms.ts';
import { Icon, type IconName } from '../components/Icon.tsx';
import { SignInAgainLink } from '../components/SignInAgainLink.tsx';
import classes from './Shell.module.css';
import { useHasStaleData } from './useHasStaleData.ts';
import { t } from '../language/t.ts';

const TRY_EVERY_MS = 3_000;

/** Shows connection problems, a new version or outdated data, and recovers as soon as possible. */
export function ConnectionNotice() {
  const { problem, isPageOutdated } = useConnectionState();
  const isOld = useHasStaleData();
  useReturn(problem);
  useRenewal(isPageOutdated);
  const [icon, text, action] = noticeOf(problem, isPageOutdated, isOld);
  return (
    <div className={classes['lost']} role="status" data-quiet={text === '' || undefined}>
      {icon && <Icon name={icon} />} {text} {action}
    </div>
  );
}

type Notice = readonly [icon: IconName | undefined, text: string, action?: ReactNode];

function noticeOf(problem: ConnectionProblem | undefined, isPageOutdated: boolean, isOld: boolean): Notice {
  if (problem === 'signed_out') return ['signOut', t('You are signed out.'), <SignInAgainLink key="in" />];
  if (problem) return ['cloudOff', PROBLEM_TEXTS[problem]];
  if (isPageOutdated) return ['refresh', t('A new version is available'), <Reload key="again" />];
  if (isOld)
    return ['alert', t('The service has problems. The data on this page may be outdated. Trying again …')];
  return [undefined, ''];
}

const PROBLEM_TEXTS: Record<Exclude<ConnectionProblem, 'signed_out'>, string> = {
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

/** Checks the service until it answers, then refetches all visible data. */
function useReturn(problem: ConnectionProblem | undefined): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onReconnect(() => {
        void retryFailingQueries(client);
        void client.invalidateQueries({}, { cancelRefetch: false });
      }),
    [client],
  );
  useEffect(() => {
    if (problem === undefined) return undefined;
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
  }, [problem, client]);
}

async function checkConnection(client: QueryClient): Promise<void> {
  if (currentConnectionProblem() === 'signed_out')
    await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).catch(() => undefined);
  else if (await isServiceReachable()) setConnectionProblem(undefined);
}

/** Loads the next page that the user navigates to with the new version. */
function useRenewal(isPageOutdated: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isPageOutdated) return undefined;
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged && !hasUnsavedInput()) location.assign(toLocation.href);
    });
  }, [isPageOutdated, router]);
}
