import { serveDashboardApi } from '../../doors/signIn.ts';
import { readHomeActivity } from './activity.ts';
import { homeApi } from './contract.ts';
import { readHome } from './home.ts';
import { readMemberHome } from './memberHome.ts';
import { readStaffHome } from './staffOverview.ts';
import { readListVersions } from './versions.ts';

export const homeDashboardRoutes = serveDashboardApi(homeApi, {
  'GET /versions': (ctx) => readListVersions(ctx),
  'GET /home': (ctx) => readHome(ctx, ctx.sign_in),
  'GET /home/own': (ctx) => readMemberHome(ctx),
  'GET /home/activity': (ctx) => readHomeActivity(ctx),
  'GET /staff/home': (staff) => readStaffHome(staff),
});
