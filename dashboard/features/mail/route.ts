import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const mailsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/mails',
  validateSearch: keeps('state', 'search', 'mail', 'offset', 'limit'),
  component: lazyPage(() => import('./MailsPage.tsx'), 'MailsPage'),
});
