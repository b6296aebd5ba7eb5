import { useStanding } from '../api/connection.ts';
import { Awaited, Block } from '../components/Awaited.tsx';
import { Page } from '../components/Page.tsx';
import { useWaiting } from '../hooks/useWaiting.ts';
import { t } from '../language/t.ts';

/** Shown while the code of a page loads. */
export function PagePending() {
  const { trouble } = useStanding();
  const waiting = useWaiting(true);
  return (
    <Page title={t('Loading')}>
      <Awaited isSlow={waiting === 'slow' || trouble !== undefined}>
        <Block height={240} />
      </Awaited>
    </Page>
  );
}
