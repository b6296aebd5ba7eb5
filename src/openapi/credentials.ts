import { SCOPES } from '../access/scopes.ts';
import type { Door } from '../doors/declaration.ts';
import type { SecurityScheme } from '../lib/schema/openapi.ts';
import type { TokenPrefix } from '../access/tokens.ts';

type Credential = { name: string; description: string };

const CREDENTIALS: Partial<Record<TokenPrefix, Credential>> = {
  tak_: {
    name: 'apiKey',
    description: 'An API key, made in the dashboard with the scopes it needs. It is valid until revoked.',
  },
  tao_: {
    name: 'accessToken',
    description:
      'An OAuth access token, given to an app that a customer connected: authorization code with PKCE (S256). ' +
      'It is valid for one hour and holds only scopes that were both asked for and allowed for the app.',
  },
  tad_: {
    name: 'deviceToken',
    description: 'The token of a seat, given to its device when they are paired.',
  },
  tai_: { name: 'integrationSecret', description: 'The secret of one integration, made in the dashboard.' },
};

/** How the credentials of all doors are presented. */
export function describeCredentials(
  doors: readonly Door[],
  public_url: string,
): Record<string, SecurityScheme> {
  const prefixes = new Set(doors.flatMap((door) => door.credentials.map(({ prefix }) => prefix)));
  const schemes = [...prefixes].map((prefix): [string, SecurityScheme] => [
    schemeOf(prefix),
    describeCredential(prefix, public_url),
  ]);
  return Object.fromEntries(schemes);
}

/** Only OAuth has a place for scopes in the document; `x-scope` tells those of keys. */
export function takesScopes(prefix: TokenPrefix): boolean {
  return prefix === 'tao_';
}

export function schemeOf(prefix: TokenPrefix): string {
  return CREDENTIALS[prefix]?.name ?? prefix;
}

function describeCredential(prefix: TokenPrefix, public_url: string): SecurityScheme {
  const [token, description] = [`${prefix}…`, CREDENTIALS[prefix]?.description ?? ''];
  if (!takesScopes(prefix))
    return { type: 'http', scheme: 'bearer', bearerFormat: token, description, 'x-token': token };
  const tokenUrl = `${public_url}/v1/oauth-token`;
  const authorizationUrl = `${public_url}/oauth/authorize`;
  const authorizationCode = { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: SCOPES };
  return { type: 'oauth2', flows: { authorizationCode }, description, 'x-token': token };
}
