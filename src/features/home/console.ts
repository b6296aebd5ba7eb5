import { serve } from '../../doors/session.ts';
import { homeApi } from './contract.ts';
import { readHome } from './home.ts';
import { readStaffHome } from './staffOverview.ts';

export const homeConsole = serve(homeApi, {
  'GET /home': (ctx) => readHome(ctx, ctx.session.role === 'admin'),
  'GET /staff/home': (staff) => readStaffHome(staff),
});
