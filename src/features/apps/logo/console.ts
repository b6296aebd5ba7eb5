import { serve } from '../../../doors/signIn.ts';
import { appLogosApi } from './contract.ts';
import { listAppLogos, removeAppLogo, setAppLogo } from './logo.ts';

export const appLogosConsole = serve(appLogosApi, {
  'GET /apps/logos': (ctx) => listAppLogos(ctx),
  'PUT /app/logo': (ctx, { query, body }) => setAppLogo(ctx, query.client_id, body.logo),
  'DELETE /app/logo': (ctx, { query }) => removeAppLogo(ctx, query.client_id),
});
