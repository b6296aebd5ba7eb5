import { useConnectionState } from '../api/connection.ts';
import { LoadingPlaceholder, SkeletonBlock } from '../components/LoadingPlaceholder.tsx';
import { Page } from '../components/Page.tsx';
import { useLoadingStage } from '../hooks/useLoadingStage.ts';
import { t } from '../language/t.ts';

/** Shown while the code of a page loads. */
export function PageLoading() {
  const { problem } = useConnectionState();
  const waiting = useLoadingStage(true);
  return (
    <Page title={t('Loading')}>
      <LoadingPlaceholder isSlow={waiting === 'slow' || problem !== undefined}>
        <SkeletonBlock height={240} />
      </LoadingPlaceholder>
    </Page>
  );
}
