import { consoleOperation, resource, type Resource } from '../../access/operation.ts';
import { Home } from './contract.ts';
import { readHome } from './home.ts';

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

export const homeConsole: readonly Resource[] = [home];
