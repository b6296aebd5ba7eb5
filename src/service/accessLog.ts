import type { FastifyInstance } from 'fastify';
import { callerOf } from '../doors/door.ts';
import { traceMembersOf } from '../doors/tracing.ts';
import { pathForLog } from '../features/webhooks/inbox/receiving.ts';
import { handlingMs } from '../lib/http/reply.ts';
import { withoutRedaction, type Log } from '../lib/log.ts';

/** Logs one line per request. The query string is omitted, because it can contain personal data. */
export function logRequests(server: FastifyInstance, log: Log): void {
  const plain = withoutRedaction(log);
  server.addHook('onResponse', (request, reply, done) => {
    const caller = callerOf(request);
    plain.info(
      {
        request_id: request.id,
        ...traceMembersOf(request),
        method: request.method,
        path: pathForLog(request),
        status: reply.statusCode,
        ms: Math.round(handlingMs(reply) * 10) / 10,
        account_id: caller?.account_id,
        credential_id: caller?.credential_id,
        refusal: caller?.refusal,
      },
      'request',
    );
    done();
  });
}
