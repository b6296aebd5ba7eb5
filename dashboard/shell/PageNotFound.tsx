import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';
import { t } from '../language/t.ts';

export function PageNotFound() {
  return (
    <Page title={t('Not found')}>
      <EmptyState
        icon="search"
        title={t('This page does not exist')}
        text={t('The address may be outdated or mistyped, or your role may not have access to this page.')}
        action={
          <Button component={Link} to="/" variant="default">
            {t('Go home')}
          </Button>
        }
      />
    </Page>
  );
}
