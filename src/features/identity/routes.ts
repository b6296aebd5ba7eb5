import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { Identity } from './contract.ts';
import { readIdentity } from './identity.ts';

export const identityRoutes = groupIntoResources(
  { tag: 'Identity', about: 'The identity and the permissions of a key or token.' },
  {
    'GET /whoami': operation({
      operation_id: 'getIdentity',
      summary: "Identify the caller's key or token",
      description:
        'Returns the account, the scopes and the expiry of the key or token. No scope is required.',
      scope: null,
      answer: Identity,
      handle: (ctx) => readIdentity(ctx),
    }),
  },
);
