import { Registry } from 'prom-client';
import { startSending } from '../../src/features/webhooks/sending/start.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ConnectionTarget, Database } from '../../src/lib/sql/sql.ts';
import { makeTools } from './tools.ts';

export async function startSenderAt(target: ConnectionTarget, db: Database) {
  const { box, outgoing } = makeTools();
  const log = createLog('warn');
  return startSending({
    db,
    target,
    box,
    outgoing,
    log,
    metrics: new Registry(),
    stop_timeout_ms: 2_000,
  });
}
