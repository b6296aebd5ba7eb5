import { createRootRoute } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { queryClient } from '../api/queryClient.ts';
import { Shell } from './Shell.tsx';

/** Waits for the signed-in user before showing anything. */
export const rootRoute = createRootRoute({
  beforeLoad: async () => {
    await queryClient.ensureQueryData(meQuery);
  },
  component: Shell,
});
