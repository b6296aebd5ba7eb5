import { Registry } from 'prom-client';
import { startSending } from '../../src/features/webhooks/sending/start.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ConnectionTarget, Database } from '../../src/lib/sql.ts';
import { makeTools } from './tools.ts';

export async function startSenderAt(target: ConnectionTarget, db: Database, lease_ms = 40_000) {
  const { box, outgoing } = makeTools();
  const log = createLog('warn');
  return startSending({
    db,
    target,
    box,
    outgoing,
    log,
    metrics: new Registry(),
    lease_ms,
    stop_within_ms: 2_000,
  });
}
