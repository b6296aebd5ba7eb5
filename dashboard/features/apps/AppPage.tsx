import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { appQuery, type OAuthApp } from './api.ts';
import { AppActions } from './AppActions.tsx';
import { AppLogo } from './AppLogo.tsx';
import { AppOverview } from './AppOverview.tsx';
import { appState } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';

const AuthorizeUrlBuilder = lazyComponent(
  async () => (await import('./AuthorizeUrlBuilder.tsx')).AuthorizeUrlBuilder,
);
const ConnectedAccounts = lazyComponent(
  async () => (await import('./ConnectedAccounts.tsx')).ConnectedAccounts,
);
const AppReviews = lazyComponent(async () => (await import('./AppReviews.tsx')).AppReviews);

const route = getRouteApi('/apps/$clientId');

export function AppPage() {
  const { clientId } = route.useParams();
  const { data, placeholder } = useQueryData(useQuery(appQuery(clientId)), <SkeletonBlock height={320} />);
  return (
    <Page
      title={data ? verbatim(data.name) : t('App')}
      crumb={<Link to="/apps">{t('Apps')}</Link>}
      about={data && <Face app={data} />}
      actions={data && <AppActions app={data} />}
    >
      {placeholder}
      {data && <AppBody app={data} />}
    </Page>
  );
}

function Face({ app }: { app: OAuthApp }) {
  return (
    <Group component="span" gap={10}>
      <AppLogo app={app} />
      <StatusBadge state={appState(app)} />
    </Group>
  );
}

function AppBody({ app }: { app: OAuthApp }) {
  return (
    <UrlTabs
      label={t('App')}
      tabs={[
        { name: 'overview', label: t('Overview'), shows: () => <AppOverview app={app} /> },
        { name: 'authorize', label: t('Authorize URL'), shows: () => <AuthorizeUrlBuilder app={app} /> },
        { name: 'review', label: t('Review'), shows: () => <AppReviews app={app} /> },
        { name: 'accounts', label: t('Connected accounts'), shows: () => <ConnectedAccounts app={app} /> },
      ]}
    />
  );
}
