import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { disconnectApp, listConnections } from './connections.ts';
import { ConnectionList, ConnectionRef, Disconnected } from './contract.ts';

const connections = resource(
  '/connections',
  {
    GET: consoleOperation({
      summary: 'List connected apps',
      role: 'admin',
      answer: ConnectionList,
      handle: (ctx) => listConnections(ctx),
    }),
    DELETE: consoleOperation({
      summary: 'Disconnect an app',
      role: 'admin',
      query: ConnectionRef,
      answer: Disconnected,
      handle: (ctx, { query }) => disconnectApp(ctx, query.client_id),
    }),
  },
  { tag: 'Connected apps' },
);

export const connectionsConsole: readonly Resource[] = [connections];
