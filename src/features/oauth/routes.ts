import { groupIntoResources } from '../../doors/declaration.ts';
import { anonymousOperation } from '../../doors/open.ts';
import {
  RevokeAnswer,
  DocumentedRevokeRequest,
  RevokeRequest,
  TokenAnswer,
  DocumentedTokenRequest,
  TokenRequest,
} from './contract.ts';
import { issueTokens, revokeToken } from './tokens.ts';

export const oauthRoutes = groupIntoResources(
  {
    tag: 'OAuth',
    about:
      'Tokens for apps that customers connect, by the authorization code flow with PKCE. The app sends ' +
      'the browser to `/oauth/authorize` and exchanges the returned code here.',
    takes_forms: true,
  },
  {
    'POST /oauth-token': anonymousOperation({
      operation_id: 'exchangeToken',
      summary: 'Exchange a code or refresh tokens',
      description:
        'The body is JSON or form-encoded. The app authenticates with `client_secret` in the body or ' +
        'with HTTP Basic, not with both. A code works once and expires after 10 minutes. A refresh token ' +
        'works once, and the response contains the next one. If a used code or refresh token is sent ' +
        'again, all tokens that were issued from it are revoked.',
      body: TokenRequest,
      shown_body: DocumentedTokenRequest,
      answer: TokenAnswer,
      errors: ['invalid_client', 'invalid_grant', 'invalid_scope'],
      example: {
        body: {
          grant_type: 'authorization_code',
          code: 'toc_…',
          redirect_uri: 'https://app.example.com/callback',
          client_id: 'app_…',
          client_secret: 'tos_…',
          code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        },
      },
      handle: (guest, { body }) => issueTokens(guest, body),
    }),
    'POST /oauth-revoke': anonymousOperation({
      operation_id: 'revokeToken',
      summary: 'Revoke a token',
      description:
        'Revokes a refresh token together with all tokens of its grant, or an access token alone. The ' +
        'response is the same for an unknown token.',
      body: RevokeRequest,
      shown_body: DocumentedRevokeRequest,
      answer: RevokeAnswer,
      errors: ['invalid_client'],
      example: { body: { token: 'tor_…', client_id: 'app_…', client_secret: 'tos_…' } },
      handle: (guest, { body }) => revokeToken(guest, body),
    }),
  },
);
