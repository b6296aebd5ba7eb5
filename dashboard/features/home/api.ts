import { queryOptions } from '@tanstack/react-query';
import type { Day, Home, Own, StaffHome, Steps } from '../../../src/features/home/contract.ts';
import { ask } from '../../api/client.ts';

export type { Day, Home, Own, StaffHome, Steps };
export type ForAdmins = NonNullable<Home['for_admins']>;

const EVERY_MS = 30_000;

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => ask('GET /home', { signal }),
  refetchInterval: EVERY_MS,
  // Refetched on return, so that a finished step is checked.
  refetchOnMount: 'always',
});

/** Read again when tasks or sessions change. */
export const ownQuery = queryOptions({
  queryKey: ['own'],
  queryFn: ({ signal }) => ask('GET /home/own', { signal }),
  refetchOnMount: 'always',
});

export const staffHomeQuery = queryOptions({
  queryKey: ['home', 'staff'],
  queryFn: ({ signal }) => ask('GET /staff/home', { signal }),
  refetchInterval: EVERY_MS,
});
