import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation, staffOperation } from '../../doors/session.ts';
import { Home, StaffHome } from './contract.ts';
import { readHome } from './home.ts';
import { readStaffHome } from './staffOverview.ts';

const home = resource(
  '/home',
  {
    GET: consoleOperation({
      summary: 'Show the account at a glance',
      role: 'member',
      answer: Home,
      handle: (ctx) => readHome(ctx, ctx.session.role === 'admin'),
    }),
  },
  { tag: 'Home' },
);

const staffHome = resource(
  '/staff/home',
  {
    GET: staffOperation({
      summary: 'Show the installation at a glance',
      answer: StaffHome,
      handle: (staff) => readStaffHome(staff),
    }),
  },
  { tag: 'Staff' },
);

export const homeConsole: readonly Resource[] = [home, staffHome];
