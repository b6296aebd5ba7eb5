import { Skeleton } from '@mantine/core';
import { Page } from '../components/Page.tsx';

/** While the code of a page is on its way. */
export function PagePending() {
  return (
    <Page title="Loading">
      <Skeleton height={240} radius="md" />
    </Page>
  );
}
