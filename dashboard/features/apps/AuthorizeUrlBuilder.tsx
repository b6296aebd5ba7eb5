import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Panel } from '../../components/Panel.tsx';
import type { OAuthApp } from './api.ts';
import { createPkcePair, createOAuthState, type PkcePair } from './pkce.ts';
import { t, verbatim } from '../../language/t.ts';

/** Builds the authorize URL and the token request that follows. */
export function AuthorizeUrlBuilder({ app }: { app: OAuthApp }) {
  const { public_url } = useMe();
  const [asked, setAsked] = useState<Asked>();
  const renew = () =>
    void createPkcePair().then((pkce) =>
      setAsked((earlier) => ({ ...(earlier ?? startOf(app)), state: createOAuthState(), pkce })),
    );
  useEffect(renew, [app]);
  if (!asked) return null;
  const url = addressOf(public_url, app.client_id, asked);
  return (
    <>
      <Panel
        title={t('Authorize URL')}
        about={t(
          'Verifier, challenge and state were generated in this browser. Your app must generate new values for every customer.',
        )}
        actions={<Actions url={url} onRenew={renew} />}
      >
        <Stack gap="md">
          <Choices app={app} asked={asked} onChange={(changes) => setAsked({ ...asked, ...changes })} />
          <CodeSnippet snippets={[{ label: verbatim('URL'), code: url }]} wraps />
        </Stack>
      </Panel>
      <Panel
        title={t('Next, on your server')}
        about={t('Run this after the browser returned with a code and the same state.')}
      >
        <CodeSnippet snippets={exchangesOf(public_url, app.client_id, asked)} />
      </Panel>
    </>
  );
}

function startOf({ redirect_uris, scopes }: OAuthApp): Pick<Asked, 'redirect_uri' | 'scopes'> {
  return { redirect_uri: redirect_uris[0] ?? '', scopes };
}

function Actions({ url, onRenew }: { url: string; onRenew: () => void }) {
  return (
    <>
      <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={onRenew}>
        {t('Generate new values')}
      </Button>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="external" size={16} />}
      >
        {t('Try it')}
      </Button>
    </>
  );
}

type ChoicesProps = { app: OAuthApp; asked: Asked; onChange: (changes: Partial<Asked>) => void };

function Choices({ app, asked: { redirect_uri, scopes, state, pkce }, onChange }: ChoicesProps) {
  return (
    <>
      <Select
        label={t('Redirect URI')}
        data={app.redirect_uris}
        value={redirect_uri}
        onChange={(next) => onChange({ redirect_uri: next ?? '' })}
        allowDeselect={false}
      />
      <Checkbox.Group label={t('Scopes')} value={[...scopes]} onChange={(next) => onChange({ scopes: next })}>
        <Group gap="md" mt={6}>
          {app.scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('State|OAuth parameter')}
          value={state}
          onChange={(event) => onChange({ state: event.currentTarget.value })}
        />
        <TextInput label={t('Code verifier (store it)')} value={pkce.verifier} readOnly />
      </SimpleGrid>
    </>
  );
}

type Asked = { redirect_uri: string; scopes: readonly string[]; state: string; pkce: PkcePair };

function addressOf(public_url: string, client_id: string, { redirect_uri, scopes, state, pkce }: Asked) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: scopes.join(' '),
    state,
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
  });
  return `${public_url}/oauth/authorize?${query.toString()}`;
}

function exchangesOf(public_url: string, client_id: string, { redirect_uri, pkce }: Asked) {
  const url = `${public_url}/v1/oauth-token`;
  const body = { grant_type: 'authorization_code', code: '<code>', redirect_uri, client_id };
  const secret = { client_secret: '<client secret>', code_verifier: pkce.verifier };
  const json = JSON.stringify({ ...body, ...secret }, null, 2);
  const curl = `curl '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`;
  const typescript = `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),
});
const { access_token, refresh_token } = await response.json();`;
  return [
    { label: verbatim('curl'), code: curl },
    { label: verbatim('TypeScript'), code: typescript },
  ];
}
