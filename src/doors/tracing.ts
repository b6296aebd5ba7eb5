import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInSpan, type Span, type Tracer } from '../lib/process/tracing/spans.ts';
import { callerOf } from './door.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path prefix of the route's door. Requests without a door are not traced. */
    door?: string;
    operation_id?: string;
  }
}

const spans = new WeakMap<FastifyRequest, Span>();

/** Starts a span for every request of a door. The spans of SQL statements become its children. */
export function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const span = startSpan(tracer, request);
    if (!span) return done();
    spans.set(request, span);
    return runInSpan(span, done);
  });
  // Body parsing runs in socket listeners and loses the async context, so the span is set again.
  server.addHook('preHandler', (request, _reply, done) => runInSpan(spans.get(request), done));
  server.addHook('onResponse', (request, { statusCode: status }, done) => {
    const span = spans.get(request);
    const account_id = callerOf(request)?.account_id;
    span?.set({
      'http.response.status_code': status,
      ...(account_id !== undefined && { 'tenant_ops.account_id': account_id }),
    });
    span?.end(status >= 500 ? String(status) : undefined);
    done();
  });
}

/** The trace id of a request, for log lines that are written after its span has ended. */
export function traceMembersOf(request: FastifyRequest): { trace_id?: string } {
  const span = spans.get(request);
  return span ? { trace_id: span.trace_id } : {};
}

function startSpan(tracer: Tracer, { id, method, headers, routeOptions }: FastifyRequest): Span | undefined {
  const { url: route = '', config } = routeOptions;
  const { door, operation_id } = config;
  if (door === undefined) return undefined;
  const { traceparent } = headers;
  return tracer.start(`${method} ${route}`, {
    kind: 'server',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'tenant_ops.door': door,
      'tenant_ops.request_id': id,
      ...(operation_id !== undefined && { 'tenant_ops.operation_id': operation_id }),
    },
  });
}
