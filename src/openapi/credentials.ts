import { SCOPES } from '../access/scopes.ts';
import type { Door } from '../doors/declaration.ts';
import type { SecurityScheme } from '../lib/schema/openapi.ts';
import type { TokenPrefix } from '../access/tokens.ts';

type Credential = { name: string; description: string };

const CREDENTIALS: Partial<Record<TokenPrefix, Credential>> = {
  tak_: {
    name: 'apiKey',
    description:
      'An API key, created in the dashboard with the scopes it needs. It works until it expires or is revoked.',
  },
  tao_: {
    name: 'accessToken',
    description:
      'An OAuth access token of an app that a customer connected, by the authorization code flow with PKCE (S256). ' +
      'It is valid for one hour. It has the requested scopes that the app is allowed to have.',
  },
  tad_: {
    name: 'deviceToken',
    description: 'The token of a seat, issued when glasses are paired with it.',
  },
  tai_: { name: 'integrationSecret', description: 'The secret of an integration, created in the dashboard.' },
};

/** Describes how callers send the credentials of each door. */
export function describeCredentials(
  doors: readonly Door[],
  public_url: string,
): Record<string, SecurityScheme> {
  const prefixes = new Set(doors.flatMap((door) => door.credentials.map(({ prefix }) => prefix)));
  const schemes = [...prefixes].map((prefix): [string, SecurityScheme] => [
    schemeNameOf(prefix),
    describeCredential(prefix, public_url),
  ]);
  return Object.fromEntries(schemes);
}

/** OpenAPI supports scopes only for OAuth. `x-scope` specifies the scope that an API key needs. */
export function isOAuthScheme(prefix: TokenPrefix): boolean {
  return prefix === 'tao_';
}

export function schemeNameOf(prefix: TokenPrefix): string {
  return CREDENTIALS[prefix]?.name ?? prefix;
}

function describeCredential(prefix: TokenPrefix, public_url: string): SecurityScheme {
  const [token, description] = [`${prefix}…`, CREDENTIALS[prefix]?.description ?? ''];
  if (!isOAuthScheme(prefix))
    return { type: 'http', scheme: 'bearer', bearerFormat: token, description, 'x-token': token };
  const tokenUrl = `${public_url}/v1/oauth-token`;
  const authorizationUrl = `${public_url}/oauth/authorize`;
  const authorizationCode = { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: SCOPES };
  return { type: 'oauth2', flows: { authorizationCode }, description, 'x-token': token };
}
