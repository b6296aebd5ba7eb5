import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { noteContact, useConnected } from '../api/connection.ts';
import { Icon } from '../components/Icon.tsx';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

const TRY_EVERY_MS = 3_000;

/** Says that the service cannot be reached, tries again by itself, and reads everything anew when it is back. */
export function ConnectionNotice() {
  const isConnected = useConnected();
  const client = useQueryClient();
  useEffect(() => {
    if (isConnected) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      void fetch('/healthz').then(
        () => {
          noteContact(true);
          void client.invalidateQueries();
        },
        () => {},
      );
    }, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [isConnected, client]);
  if (isConnected) return null;
  return (
    <div className={classes['lost']} role="status">
      <Icon name="cloudOff" /> {t('No connection to the service. Trying again …')}
    </div>
  );
}
