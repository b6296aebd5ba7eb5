import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazily } from '../components/lazily.tsx';

const NoticeList = lazily(async () => (await import('./NoticeList.tsx')).NoticeList);

/** What the dashboard says at the edge; loaded with the first that it says. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isNeeded, need] = useState(false);
  if (!isNeeded && notifications.length > 0) need(true);
  return isNeeded && <NoticeList />;
}
