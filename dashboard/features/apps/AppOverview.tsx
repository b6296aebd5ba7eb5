import { Anchor, Stack, Text } from '@mantine/core';
import { Id } from '../../components/Id.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { Facts } from '../../components/SideDrawer.tsx';
import type { OAuthApp } from './api.ts';

export function AppOverview({ app }: { app: OAuthApp }) {
  const { client_id, description, homepage, redirect_uris, scopes, secret_last4, created_at } = app;
  return (
    <>
      <Panel title="About">
        <Facts
          rows={[
            ['Description', description === '' ? '–' : description],
            ['Homepage', homepage === '' ? '–' : <Homepage key="homepage" url={homepage} />],
            ['Registered', <RelativeTime key="registered" time={created_at} />],
          ]}
        />
      </Panel>
      <Panel title="Credentials">
        <Facts
          rows={[
            ['Client id', <Id key="id" id={client_id} what="client id" />],
            ['Client secret', <Masked key="secret" last4={secret_last4} />],
          ]}
        />
      </Panel>
      <Panel title="What it may ask for">
        <Stack gap="md">
          <ScopeList scopes={scopes} />
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              Redirect URIs
            </Text>
            {redirect_uris.map((uri) => (
              <div key={uri}>
                <Id id={uri} what="redirect URI" />
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
