import { queryOptions } from '@tanstack/react-query';
import type {
  ActivityDay,
  Home,
  HomeActivity,
  MemberHome,
  StaffHome,
  SetupSteps,
} from '../../../src/features/home/contract.ts';
import { callApi } from '../../api/client.ts';

export type { ActivityDay, Home, HomeActivity, MemberHome as MemberHomeData, StaffHome, SetupSteps };
export type AdminHome = NonNullable<Home['for_admins']>;

const EVERY_MS = 30_000;

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => callApi('GET /home', { signal }),
  refetchInterval: EVERY_MS,
  // The query runs on each visit, so that a finished step is checked off.
  refetchOnMount: 'always',
});

/** Polling refetches this query when tasks or sessions change. */
export const memberHomeQuery = queryOptions({
  queryKey: ['own'],
  queryFn: ({ signal }) => callApi('GET /home/own', { signal }),
  refetchOnMount: 'always',
});

/** Polling refetches this query when tasks or sessions change. */
export const homeActivityQuery = queryOptions({
  queryKey: ['own', 'activity'],
  queryFn: ({ signal }) => callApi('GET /home/activity', { signal }),
  refetchOnMount: 'always',
});

export const staffHomeQuery = queryOptions({
  queryKey: ['home', 'staff'],
  queryFn: ({ signal }) => callApi('GET /staff/home', { signal }),
  refetchInterval: EVERY_MS,
});
