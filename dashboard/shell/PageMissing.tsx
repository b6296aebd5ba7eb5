import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';
import { t } from '../language/t.ts';

export function PageMissing() {
  return (
    <Page title={t('Not found')}>
      <EmptyState
        icon="search"
        title={t('There is no such page')}
        text={t('The address may be old or mistyped, or the page is not for your role.')}
        action={
          <Button component={Link} to="/" variant="default">
            {t('Go home')}
          </Button>
        }
      />
    </Page>
  );
}
