import { serve } from '../../doors/signIn.ts';
import { searchApi } from './contract.ts';
import { search } from './search.ts';

export const searchConsole = serve(searchApi, {
  'GET /search': (ctx, { query }) => search(ctx, ctx.sign_in.role, query),
});
