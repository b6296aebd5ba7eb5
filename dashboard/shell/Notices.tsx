import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazily } from '../components/lazily.tsx';

const NoticeList = lazily(async () => (await import('./NoticeList.tsx')).NoticeList);

/** Shows notices; loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isNeeded, need] = useState(false);
  if (!isNeeded && notifications.length > 0) need(true);
  return isNeeded && <NoticeList />;
}
