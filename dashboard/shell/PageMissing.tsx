import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';

export function PageMissing() {
  return (
    <Page title="Not found">
      <EmptyState
        icon="search"
        title="There is no such page"
        text="The address may be old or mistyped, or the page is not for your role."
        action={
          <Button component={Link} to="/" variant="default">
            Go home
          </Button>
        }
      />
    </Page>
  );
}
