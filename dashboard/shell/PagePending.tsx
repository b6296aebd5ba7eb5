import { Skeleton } from '@mantine/core';
import { Page } from '../components/Page.tsx';
import { t } from '../language/t.ts';

/** Shown while the code of a page loads. */
export function PagePending() {
  return (
    <Page title={t('Loading')}>
      <Skeleton height={240} radius="md" />
    </Page>
  );
}
