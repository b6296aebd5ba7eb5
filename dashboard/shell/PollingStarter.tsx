import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startPolling } from '../api/polling.ts';

/** Starts the polling of the page's data; renders nothing. */
export function PollingStarter() {
  const client = useQueryClient();
  useEffect(() => startPolling(client), [client]);
  return null;
}
