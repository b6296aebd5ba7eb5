import { Type, type Static } from '../../lib/schema/type.ts';
import { Answer, Input, OneOf } from '../../lib/schema/schema.ts';

const Code = Type.String({ description: 'The authorization code from the redirect. It works once.' });
const RedirectUri = Type.String({
  description: 'The redirect URI of the authorization request, exactly.',
});
const Verifier = Type.String({
  description: 'The PKCE code verifier, from which `code_challenge` was derived (S256).',
});
const RefreshToken = Type.String({ description: 'The latest refresh token; it works once.' });
const Scope = Type.String({
  description: 'A subset of the granted scopes for this access token, separated by spaces.',
});

const credentials = {
  client_id: Type.Optional(Type.String({ description: 'The id of the app. Omit it with HTTP Basic.' })),
  client_secret: Type.Optional(
    Type.String({ description: 'The secret of the app. Omit it with HTTP Basic.' }),
  ),
};

export const TokenRequest = Input({
  grant_type: Type.Optional(Type.String()),
  code: Type.Optional(Code),
  redirect_uri: Type.Optional(RedirectUri),
  code_verifier: Type.Optional(Verifier),
  refresh_token: Type.Optional(RefreshToken),
  scope: Type.Optional(Scope),
  ...credentials,
});
export type TokenRequest = Static<typeof TokenRequest>;

const CodeExchange = Input(
  {
    grant_type: OneOf(['authorization_code'], { description: 'The grant type of an authorization code.' }),
    code: Code,
    redirect_uri: RedirectUri,
    code_verifier: Verifier,
    ...credentials,
  },
  { title: 'CodeExchange', description: 'The exchange of a code for tokens.' },
);
const TokenRefresh = Input(
  {
    grant_type: OneOf(['refresh_token'], { description: 'The grant type of a refresh token.' }),
    refresh_token: RefreshToken,
    scope: Type.Optional(Scope),
    ...credentials,
  },
  { title: 'TokenRefresh', description: 'The exchange of a refresh token for the next tokens.' },
);

/** The request body in the OpenAPI document: one schema per grant type, with its required members. */
export const DocumentedTokenRequest = Type.Unsafe<TokenRequest>({ oneOf: [CodeExchange, TokenRefresh] });

export const TokenAnswer = Answer(
  {
    access_token: Type.String({ description: 'The token to send as `Authorization: Bearer`.' }),
    refresh_token: Type.String({
      description: 'The refresh token, which is valid for 30 days and works once.',
    }),
    token_type: Type.Literal('Bearer', { description: 'The type of the access token.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires.' }),
    scope: Type.String({ description: 'The granted scopes, separated by spaces' }),
  },
  { title: 'Tokens', description: 'An access token and the next refresh token.' },
);
export type TokenAnswer = Static<typeof TokenAnswer>;

const Token = Type.String({
  description: 'An access token. A refresh token is revoked together with all tokens that it issued.',
});

export const RevokeRequest = Input({ token: Type.Optional(Token), ...credentials });
export type RevokeRequest = Static<typeof RevokeRequest>;

/** The request body in the OpenAPI document, where `token` is required. */
export const DocumentedRevokeRequest = Input(
  { token: Token, ...credentials },
  { title: 'TokenRevocation', description: 'A token to revoke.' },
);

export const RevokeAnswer = Answer(
  {
    success: Type.Literal(true, {
      description: 'Always true: the token does not work, even if it was unknown.',
    }),
  },
  { title: 'RevokedToken', description: 'The response to a revocation.' },
);
export type RevokeAnswer = Static<typeof RevokeAnswer>;
