import { Button } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { findTrouble, noteContact, useStanding, whenBack, type Trouble } from '../api/connection.ts';
import { meQuery } from '../api/me.ts';
import { askWhetherThere } from '../api/probe.ts';
import { retryNow } from '../api/queryClient.ts';
import { holdsTyped } from '../api/typed.ts';
import { Icon, type IconName } from '../components/Icon.tsx';
import { SignInAgain } from '../components/SignInAgain.tsx';
import classes from './Shell.module.css';
import { useOldFigures } from './useOldFigures.ts';
import { t } from '../language/t.ts';

const TRY_EVERY_MS = 3_000;

/** Says what keeps the page from being what it should be, and mends it as soon as that can be. */
export function ConnectionNotice() {
  const { trouble, isOutdated } = useStanding();
  const isOld = useOldFigures();
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

function noticeOf(trouble: Trouble | undefined, isOutdated: boolean, isOld: boolean): Notice {
  if (trouble === 'signed_out') return ['signOut', t('You are signed out.'), <SignInAgain key="in" />];
  if (trouble) return ['cloudOff', TROUBLES[trouble]];
  if (isOutdated) return ['refresh', t('A new version is here'), <Reload key="again" />];
  if (isOld) return ['alert', t('The service has trouble: what you see may be old. Trying again …')];
  return [undefined, ''];
}

const TROUBLES: Record<Exclude<Trouble, 'signed_out'>, string> = {
  offline: t('You are offline. The page goes on when the network is back.'),
  lost: t('No connection to the service. Trying again …'),
  silent: t('The service does not answer. Trying again …'),
};

function Reload() {
  return (
    <Button size="xs" color="teal" onClick={() => location.reload()}>
      {t('Reload')}
    </Button>
  );
}

/** Looks for the service again and again; when it is back, everything shown is read anew. */
function useReturn(trouble: Trouble | undefined): void {
  const client = useQueryClient();
  useEffect(
    () =>
      whenBack(() => {
        void retryNow(client);
        void client.invalidateQueries({}, { cancelRefetch: false });
      }),
    [client],
  );
  useEffect(() => {
    if (trouble === undefined) return undefined;
    const look = () => {
      if (!document.hidden) void lookAgain(client);
    };
    const timer = setInterval(look, TRY_EVERY_MS);
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [trouble, client]);
}

async function lookAgain(client: QueryClient): Promise<void> {
  if (findTrouble() === 'signed_out')
    await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).catch(() => undefined);
  else if (await askWhetherThere()) noteContact(undefined);
}

/** Another page is opened with the new version at once. */
function useRenewal(isOutdated: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isOutdated) return undefined;
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged && !holdsTyped()) location.assign(toLocation.href);
    });
  }, [isOutdated, router]);
}
