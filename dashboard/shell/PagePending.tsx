import { Skeleton } from '@mantine/core';
import { Page } from '../components/Page.tsx';

/** Shown while the code of a page loads. */
export function PagePending() {
  return (
    <Page title="Loading">
      <Skeleton height={240} radius="md" />
    </Page>
  );
}
