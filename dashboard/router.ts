import { createRouter } from '@tanstack/react-router';
import { lazyComponent } from './hooks/lazyComponent.tsx';
import { routeTree } from './pages.ts';
import { PageError } from './shell/PageError.tsx';
import { PageLoading } from './shell/PageLoading.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: lazyComponent(
    async () => (await import('./shell/PageNotFound.tsx')).PageNotFound,
  ),
  defaultPendingComponent: PageLoading,
  scrollRestoration: true,
  // The URL has plain query parameters instead of the router's JSON, so that it is readable.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  },
});

declare module '@tanstack/react-router' {
  // This must be an interface, because it merges with the router's declaration.
  interface Register {
    router: typeof router;
  }
}
