import { createRootRoute } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { queryClient } from '../api/queryClient.ts';
import { Shell } from './Shell.tsx';

/** Loads the signed-in user before any page is shown. */
export const rootRoute = createRootRoute({
  beforeLoad: async () => {
    await queryClient.ensureQueryData(meQuery);
  },
  component: Shell,
});
