import { useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../hooks/lazyComponent.tsx';

const load = async () => (await import('./NotificationList.tsx')).NotificationList;
const NoticeList = lazyComponent(load);
const SOON_MS = 1_000;

/**
 * Shows notifications. The code is preloaded shortly after the page, because the first notification may report that
 * nothing can be loaded.
 */
export function LazyNotificationList() {
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isNeeded && notifications.length > 0) setIsNeeded(true);
  return isNeeded && <NoticeList />;
}
