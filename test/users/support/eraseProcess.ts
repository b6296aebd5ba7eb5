import { eraseUser } from '../../../src/features/users/people/erasure.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { makeTools } from '../../support/tools.ts';

/* An erasure in a process that the test can kill. */
const { connection, account_id, user_id, now } = JSON.parse(process.argv[2] ?? '');
const db = connect(connection, LONG_TIMEOUTS);
await eraseUser(
  { db, account_id, now: new Date(now), tools: makeTools(), actor: { kind: 'system' } },
  user_id,
);
await db.end();
