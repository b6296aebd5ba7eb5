import { Type, type Static } from '../../lib/schema/type.ts';
import { Answer, Input, OneOf } from '../../lib/schema/schema.ts';

const Code = Type.String({ description: 'The code that the browser came back with; it works once.' });
const RedirectUri = Type.String({
  description: 'The redirect URI that the browser was sent with, to the letter.',
});
const Verifier = Type.String({ description: 'The text that `code_challenge` was made from (PKCE, S256).' });
const RefreshToken = Type.String({ description: 'The latest refresh token; it works once.' });
const Scope = Type.String({
  description: 'Fewer scopes than were granted, with spaces between, for this access token.',
});

const credentials = {
  client_id: Type.Optional(Type.String({ description: 'The id of the app, unless HTTP Basic carries it.' })),
  client_secret: Type.Optional(
    Type.String({ description: 'The secret of the app, unless HTTP Basic carries it.' }),
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
    grant_type: OneOf(['authorization_code'], { description: 'Says that a code is exchanged.' }),
    code: Code,
    redirect_uri: RedirectUri,
    code_verifier: Verifier,
    ...credentials,
  },
  { title: 'CodeExchange', description: 'The exchange of a code for tokens.' },
);
const TokenRefresh = Input(
  {
    grant_type: OneOf(['refresh_token'], { description: 'Says that tokens are refreshed.' }),
    refresh_token: RefreshToken,
    scope: Type.Optional(Scope),
    ...credentials,
  },
  { title: 'TokenRefresh', description: 'The exchange of a refresh token for the next tokens.' },
);

/** The documented schema: two bodies, each with its required members. */
export const TokenBodies = Type.Unsafe<TokenRequest>({ oneOf: [CodeExchange, TokenRefresh] });

export const TokenAnswer = Answer(
  {
    access_token: Type.String({ description: 'The token to send as `Authorization: Bearer`.' }),
    refresh_token: Type.String({ description: 'The token to get the next ones with; valid for 30 days.' }),
    token_type: Type.Literal('Bearer', { description: 'How the access token is sent.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires.' }),
    scope: Type.String({ description: 'The granted scopes, with spaces between' }),
  },
  { title: 'Tokens', description: 'An access token and the refresh token that comes after it.' },
);
export type TokenAnswer = Static<typeof TokenAnswer>;

const Token = Type.String({ description: 'An access token, or a refresh token with all it gave' });

export const RevokeRequest = Input({ token: Type.Optional(Token), ...credentials });
export type RevokeRequest = Static<typeof RevokeRequest>;

/** The documented schema. */
export const RevokeBody = Input(
  { token: Token, ...credentials },
  { title: 'TokenRevocation', description: 'A token to revoke.' },
);

export const RevokeAnswer = Answer(
  { success: Type.Literal(true, { description: 'Always true: the token does not work, if it ever did.' }) },
  { title: 'RevokedToken', description: 'The answer to every revocation.' },
);
export type RevokeAnswer = Static<typeof RevokeAnswer>;
