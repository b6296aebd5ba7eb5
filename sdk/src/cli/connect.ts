import { createServer, type ServerResponse } from 'node:http';
import { AuthorizationError, ConnectionError } from '../errors.ts';
import { OAuthApp, type Authorization, type ConnectionTokens } from '../oauth.ts';
import { UsageFault } from './fault.ts';
import { storeLogin, withLoginLock, type Environment } from './keeping.ts';

export type ConnectRequest = {
  url: string;
  client_id: string;
  client_secret: string;
  /** The port of the app's registered redirect URI. */
  port: number;
  /** The requested scopes. Undefined requests all scopes of the app. */
  scopes: readonly string[] | undefined;
};

const PATH = '/callback';
/** The time to wait for the browser, which equals the lifetime of an authorization code. */
const WAIT_MS = 600_000;

/**
 * Connects with the OAuth authorization code flow: opens the consent page, receives the redirect on a local port and
 * stores the tokens.
 */
export async function connect(
  env: Environment,
  { url, client_id, client_secret, port, scopes }: ConnectRequest,
  show: (address: string) => void,
): Promise<{ url: string; scope: string }> {
  const redirect_uri = `http://127.0.0.1:${port}${PATH}`;
  const app = new OAuthApp({
    baseUrl: url,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri: redirect_uri,
  });
  const asked = await app.authorize(scopes ?? (await listScopes(url)));
  const tokens = await exchangeReturned(app, { asked, port, show });
  const connection = { client_id, client_secret, redirect_uri, tokens };
  await withLoginLock(env, async () => storeLogin(env, { url, connection }));
  return { url, scope: tokens.scope };
}

async function listScopes(url: string): Promise<string[]> {
  const address = new URL('/.well-known/oauth-authorization-server', url);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    const { scopes_supported }: { scopes_supported: string[] } = JSON.parse(await answer.text());
    return scopes_supported;
  } catch (cause) {
    throw new ConnectionError(`${address.href} does not answer as a Tenant Ops service does`, { cause });
  }
}

type Waiting = { asked: Authorization; port: number; show: (address: string) => void };

/**
 * Waits for the redirect and exchanges its code for tokens. Requests without the `state` of this login are answered
 * with 404.
 */
function exchangeReturned(app: OAuthApp, { asked, port, show }: Waiting): Promise<ConnectionTokens> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const back = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
      const is_ours = back.pathname === PATH && back.searchParams.get('state') === asked.state;
      if (!is_ours) return say(response, 404, 'No login waits for this page.');
      stop();
      app
        .exchange(back, asked)
        .finally(() => say(response, 200, 'You can close this page; the command says how it went.'))
        .then(resolve, reject);
    });
    const late = setTimeout(() => {
      stop();
      reject(new AuthorizationError('timed_out', 'The browser did not come back within ten minutes'));
    }, WAIT_MS);
    const stop = () => {
      clearTimeout(late);
      server.close();
    };
    server.once('error', (error) => {
      stop();
      reject(new UsageFault(`Port ${port} cannot be used: ${error.message}`));
    });
    server.listen(port, '127.0.0.1', () => show(asked.url));
  });
}

function say(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  response.writeHead(status, headers).end(text);
}
