import { serve } from '../../doors/signIn.ts';
import { homeApi } from './contract.ts';
import { readHome } from './home.ts';
import { readMemberHome } from './own.ts';
import { readStaffHome } from './staffOverview.ts';
import { readVersions } from './versions.ts';

export const homeConsole = serve(homeApi, {
  'GET /versions': (ctx) => readVersions(ctx),
  'GET /home': (ctx) => readHome(ctx, ctx.sign_in),
  'GET /home/own': (ctx) => readMemberHome(ctx),
  'GET /staff/home': (staff) => readStaffHome(staff),
});
