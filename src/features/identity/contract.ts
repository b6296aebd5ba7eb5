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
    name: Type.String({ description: 'What the key or the app is called.', examples: ['Planner'] }),
    account: Account,
    scopes: Type.Array(OneOf(ALL_SCOPES), { description: 'What it may do.' }),
    expires_at: About(
      'When the access token or the key ends; null for a key that works until it is revoked.',
      Nullable(Timestamp),
    ),
  },
  { title: 'Identity', description: 'Who asks: a key or an app, and what it may do.' },
);
export type Identity = Static<typeof Identity>;
