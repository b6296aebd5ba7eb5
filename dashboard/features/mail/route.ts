import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const mailsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/mails',
  validateSearch: keeps('state', 'search', 'mail', 'offset'),
  component: lazyRouteComponent(() => import('./MailsPage.tsx'), 'MailsPage'),
});
