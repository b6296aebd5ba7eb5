import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { Identity } from './contract.ts';
import { readIdentity } from './identity.ts';

export const identityRoutes = resource(
  '/whoami',
  {
    GET: operation({
      operation_id: 'getIdentity',
      summary: "Identify the caller's key or token",
      description: 'The account, the scopes and the end of what the request carries. It needs no scope.',
      scope: null,
      answer: Identity,
      handle: (ctx) => readIdentity(ctx),
    }),
  },
  { tag: 'Identity', about: 'The identity and the permissions of a key or token.' },
);
