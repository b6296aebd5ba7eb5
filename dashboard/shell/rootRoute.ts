import { createRootRoute } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { queryClient } from '../api/queryClient.ts';
import { Shell } from './Shell.tsx';

/** Nothing is shown before it is known who looks. */
export const rootRoute = createRootRoute({
  beforeLoad: async () => {
    await queryClient.ensureQueryData(meQuery);
  },
  component: Shell,
});
