import { useLocation } from '@tanstack/react-router';
import { useConnectionState } from '../api/connection.ts';
import { LoadingPlaceholder, SkeletonRows } from '../components/LoadingPlaceholder.tsx';
import { Page } from '../components/Page.tsx';
import { useLoadingStage } from '../hooks/useLoadingStage.ts';
import { t } from '../language/t.ts';
import { NAV_PAGES } from './navigation.ts';

/** A placeholder while the code of a page loads: the title from the navigation, and rows without content. */
export function PageLoading() {
  const { problem } = useConnectionState();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const waiting = useLoadingStage(true);
  return (
    <Page title={titleOf(path)}>
      <LoadingPlaceholder isSlow={waiting === 'slow' || problem !== undefined}>
        <SkeletonRows />
      </LoadingPlaceholder>
    </Page>
  );
}

/** Returns the title from the navigation. Pages of single records begin with the title of their list. */
function titleOf(path: string) {
  const page = NAV_PAGES.find(({ to }) => (to === '/' ? path === '/' : `${path}/`.startsWith(`${to}/`)));
  return page?.label ?? t('Loading');
}
