import { Type, type Static } from 'typebox';
import { Answer, Input } from '../../lib/schema.ts';

const credentials = {
  client_id: Type.Optional(Type.String({ description: 'Here or by HTTP Basic' })),
  client_secret: Type.Optional(Type.String({ description: 'Here or by HTTP Basic' })),
};

export const TokenRequest = Input({
  grant_type: Type.Optional(Type.String({ description: '`authorization_code` or `refresh_token`' })),
  code: Type.Optional(Type.String({ description: 'With `authorization_code`' })),
  redirect_uri: Type.Optional(
    Type.String({ description: 'With `authorization_code`: the one that the browser was sent with' }),
  ),
  code_verifier: Type.Optional(
    Type.String({ description: 'With `authorization_code`: what `code_challenge` was made from' }),
  ),
  refresh_token: Type.Optional(Type.String({ description: 'With `refresh_token`' })),
  scope: Type.Optional(
    Type.String({
      description: 'With `refresh_token`: fewer scopes than were granted, for this access token',
    }),
  ),
  ...credentials,
});
export type TokenRequest = Static<typeof TokenRequest>;

export const TokenAnswer = Answer({
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  scope: Type.String({ description: 'The granted scopes, with spaces between' }),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

export const RevokeRequest = Input({
  token: Type.Optional(Type.String({ description: 'An access token, or a refresh token with all it gave' })),
  ...credentials,
});
export type RevokeRequest = Static<typeof RevokeRequest>;

export const RevokeAnswer = Answer({ success: Type.Literal(true) });
export type RevokeAnswer = Static<typeof RevokeAnswer>;
