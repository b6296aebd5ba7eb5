import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from '../api/live.ts';

/** Keeps what the page shows as it is now; shows nothing itself. */
export function Live() {
  const client = useQueryClient();
  useEffect(() => followChanges(client), [client]);
  return null;
}
