/* Serves the planted door with the same HTTP server as all doors. */
import { registerDoor } from '../../../src/doors/door.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import type { PathTable } from '../../../src/lib/http/paths.ts';
import { createServer } from '../../../src/lib/http/server.ts';
import { createLog } from '../../../src/lib/log.ts';
import { plantedDoor } from './door.ts';

const paths: PathTable = new Map();
const log = createLog('silent');
// The server has no overload protection, because the planted faults stall the event loop.
const limits = { max_event_loop_delay_ms: 60_000 };
const server = await createServer({ log, trust_proxy: false, paths, open_to_pages: () => false, limits });
// The planted operations use no database and no tools.
const services = {
  db: undefined as never,
  databaseFor: undefined as never,
  tools: { clock: systemClock } as never,
  cookies: undefined as never,
  check_answers: false,
};
registerDoor(server, paths, plantedDoor, services);
await server.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`ready ${server.listeningOrigin}\n`);
