import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startPolling } from '../api/polling.ts';

/** Keeps what the page shows as it is now; shows nothing itself. */
export function Polling() {
  const client = useQueryClient();
  useEffect(() => startPolling(client), [client]);
  return null;
}
