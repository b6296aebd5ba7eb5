import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Browser } from '../../../support/browser.ts';
import { noteSecret } from '../../../support/secrets.ts';
import { allowAccess, type TestApp } from '../../support/oauth.ts';
import type { World } from '../../support/world.ts';

type Called = { is_error: boolean; answer: any };

/** An agent that uses the official MCP client. */
export type Agent = {
  client: Client;
  call(name: string, sent?: Record<string, unknown>): Promise<Called>;
};

export async function agentWithKey(world: World, key: string | undefined): Promise<Agent> {
  const headers = { Authorization: `Bearer ${key}` };
  return open(new StreamableHTTPClientTransport(addressOf(world), { requestInit: { headers } }));
}

/** Connects with OAuth: rejected, redirected to the authorization server, allowed by a user in a browser, connected. */
export async function agentWithApp(
  world: World,
  { app, browser, scope }: { app: TestApp; browser: Browser; scope: string },
): Promise<Agent> {
  const visit = visitor(app, browser, scope);
  const first = new StreamableHTTPClientTransport(addressOf(world), { authProvider: visit.provider });
  await open(first).catch(() => undefined);
  await first.finishAuth(visit.code());
  return open(new StreamableHTTPClientTransport(addressOf(world), { authProvider: visit.provider }));
}

async function open(transport: StreamableHTTPClientTransport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    async call(name, sent = {}) {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: sent });
      const [{ text }] = content as [{ text: string }];
      return { is_error: isError === true, answer: structuredContent ?? JSON.parse(text) };
    },
  };
}

function visitor({ client_id, client_secret, redirect_uri }: TestApp, browser: Browser, scope: string) {
  let verifier = '';
  let tokens: OAuthTokens | undefined;
  let code = '';
  const provider: OAuthClientProvider = {
    redirectUrl: redirect_uri,
    clientMetadata: { redirect_uris: [redirect_uri], client_name: 'Agent', scope },
    clientInformation: () => ({ client_id, client_secret }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    codeVerifier: () => verifier,
    saveCodeVerifier(made) {
      noteSecret(made);
      verifier = made;
    },
    async redirectToAuthorization({ pathname, search }) {
      const { location = '' } = await allowAccess(browser, pathname + search);
      code = new URL(location).searchParams.get('code') ?? '';
    },
  };
  return { provider, code: () => code };
}

function addressOf({ url }: World): URL {
  return new URL('/mcp', url);
}
