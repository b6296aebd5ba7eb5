import { connect, type ConnectionTarget } from '../../src/lib/sql/sql.ts';
import { readInput } from './processes.ts';
import { startSenderAt } from './sender.ts';

/* A sender like in `ROLES=worker`, which the bench kills. */
const { target }: { target: ConnectionTarget } = readInput();
await startSenderAt(target, connect(target, { max: 2 }));
process.on('disconnect', () => process.exit(0));
