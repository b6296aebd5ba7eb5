import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const mailsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/mails',
  validateSearch: pickQueryMembers('state', 'search', 'mail', 'offset', 'limit'),
  component: lazyPage(() => import('./MailsPage.tsx'), 'MailsPage'),
});
