import { Type, type Static } from '../../lib/schema/type.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import { About, Answer, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const Account = Answer(
  {
    id: About('The id of the account.', Uuid),
    name: Type.String({ description: 'The name of the account.', examples: ['Werkstatt Nord'] }),
  },
  { title: 'IdentityAccount', description: 'The account that a key or token belongs to.' },
);

export const Identity = Answer(
  {
    kind: OneOf(['key', 'app'], { description: 'An API key, or an app with an access token.' }),
    id: Type.String({ description: 'The id of the key, or the client id of the app.' }),
    name: Type.String({ description: 'The name of the key or the app.', examples: ['Planner'] }),
    account: Account,
    scopes: Type.Array(OneOf(ALL_SCOPES), { description: 'The scopes of the key or token.' }),
    expires_at: About(
      'The time at which the access token or the key expires. Null for a key that works until it is revoked.',
      Nullable(Timestamp),
    ),
  },
  { title: 'Identity', description: 'The caller: a key or an app, with its scopes.' },
);
export type Identity = Static<typeof Identity>;
