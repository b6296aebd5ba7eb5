import { connect, type ConnectionTarget } from '../../src/lib/sql.ts';
import { readInput } from './processes.ts';
import { startSenderAt } from './sender.ts';

/* A sender as `ROLES=worker` runs it, to be killed. */
const { target, lease_ms }: { target: ConnectionTarget; lease_ms?: number } = readInput();
await startSenderAt(target, connect(target, { max: 2 }), lease_ms);
process.on('disconnect', () => process.exit(0));
