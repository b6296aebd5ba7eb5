import { resource } from '../../doors/declaration.ts';
import { openOperation } from '../../doors/open.ts';
import {
  RevokeAnswer,
  RevokeBody,
  RevokeRequest,
  TokenAnswer,
  TokenBodies,
  TokenRequest,
} from './contract.ts';
import { issueTokens, revokeToken } from './tokens.ts';

export const oauthToken = resource(
  '/oauth-token',
  {
    POST: openOperation({
      operation_id: 'exchangeToken',
      summary: 'Exchange a code or refresh tokens',
      description:
        'The body is JSON or form-encoded; the app proves itself with `client_secret` in it or by HTTP Basic, ' +
        'never both. A code works once and for 10 minutes. A refresh token works once: the answer holds the ' +
        'next one. Presenting a used one again ends everything that was given for it.',
      body: TokenRequest,
      shown_body: TokenBodies,
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
  },
  {
    tag: 'OAuth',
    about:
      'Tokens for apps that customers connect: authorization code with PKCE. The browser is sent to ' +
      '`/oauth/authorize`; what comes back is exchanged here.',
    takes_forms: true,
  },
);

export const oauthRevoke = resource(
  '/oauth-revoke',
  {
    POST: openOperation({
      operation_id: 'revokeToken',
      summary: 'Revoke a token',
      description:
        'A refresh token takes everything that was given with it, an access token only itself. The answer is ' +
        'the same for a token that never was.',
      body: RevokeRequest,
      shown_body: RevokeBody,
      answer: RevokeAnswer,
      errors: ['invalid_client'],
      example: { body: { token: 'tor_…', client_id: 'app_…', client_secret: 'tos_…' } },
      handle: (guest, { body }) => revokeToken(guest, body),
    }),
  },
  { tag: 'OAuth', takes_forms: true },
);
