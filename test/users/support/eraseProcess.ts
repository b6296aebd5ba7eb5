import { eraseUser } from '../../../src/features/users/people/erasure.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { PATIENT } from '../../support/patient.ts';
import { makeTools } from '../../support/tools.ts';

/* An erasure in a process that may be killed. */
const { connection, account_id, user_id, now } = JSON.parse(process.argv[2] ?? '');
const db = connect(connection, PATIENT);
await eraseUser(
  { db, account_id, now: new Date(now), tools: makeTools(), actor: { kind: 'system' } },
  user_id,
);
await db.end();
