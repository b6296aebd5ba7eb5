import { Anchor, Stack, Text } from '@mantine/core';
import { CopyableId } from '../../components/CopyableId.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { FactList } from '../../components/FactList.tsx';
import { AppLogoPanel } from './AppLogo.tsx';
import type { OAuthApp } from './api.ts';
import { t } from '../../language/t.ts';

export function AppOverview({ app }: { app: OAuthApp }) {
  const { client_id, description, homepage, redirect_uris, scopes, secret_last4, created_at } = app;
  return (
    <>
      <Panel title={t('About')}>
        <FactList
          rows={[
            [t('Description'), description === '' ? '–' : description],
            [t('Homepage'), homepage === '' ? '–' : <Homepage key="homepage" url={homepage} />],
            [t('Registered'), <RelativeTime key="registered" time={created_at} />],
          ]}
        />
      </Panel>
      <AppLogoPanel app={app} />
      <Panel title={t('Credentials')}>
        <FactList
          rows={[
            [t('Client id'), <CopyableId key="id" id={client_id} what={t('client id')} />],
            [t('Client secret'), <Masked key="secret" last4={secret_last4} />],
          ]}
        />
      </Panel>
      <Panel title={t('Allowed scopes')}>
        <Stack gap="md">
          <ScopeList scopes={scopes} />
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              {t('Redirect URIs')}
            </Text>
            {redirect_uris.map((uri) => (
              <div key={uri}>
                <CopyableId id={uri} what={t('redirect URI')} />
              </div>
            ))}
          </div>
        </Stack>
      </Panel>
    </>
  );
}

function Homepage({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  );
}

function Masked({ last4 }: { last4: string }) {
  return (
    <Text component="span" size="sm" ff="monospace">
      tos_…{last4}
    </Text>
  );
}
