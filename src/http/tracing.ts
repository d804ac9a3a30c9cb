import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attributes } from '../platform/otlp/index.ts';
import { inSpan, type Span, type StartTrace, type Tracing } from '../platform/tracing/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined unless the request is traced. */
    span: Span | undefined;
    /** For a socket, which lasts as long as its conversation: each reply begins a trace of its own, or goes on with the caller's. */
    startTrace: StartTrace;
  }
}

/** Where customers call. Pages, probes and `/metrics` are not worth a trace. */
const TRACED = /^\/(api|v1|mcp)\b(?!\/health$)/;

/** Each request is a span, in the trace of whoever called if they have one. Without tracing there is not even a hook. */
export function installTracing(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', undefined);
  app.decorateRequest('startTrace', startFor(tracing));
  if (!tracing.isConfigured) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (isTraced(request)) startSpan(tracing, request, reply);
    inSpan(request.span, done);
  });
  // A body is read outside of what `onRequest` started.
  app.addHook('preValidation', (request, _reply, done) => inSpan(request.span, done));
  app.addHook('onResponse', async ({ span }, reply) => {
    if (span) endAnswered(span, reply.statusCode);
  });
}

function startFor(tracing: Tracing) {
  return function (this: FastifyRequest, name: string, attributes: Attributes = {}): Span | undefined {
    const { traceparent } = this.headers;
    const of = { 'http.route': this.routeOptions.url ?? 'unknown', 'vox.request_id': this.id };
    return tracing.start(name, { kind: 'server', traceparent, attributes: { ...of, ...attributes } });
  };
}

/** Calls that workers repeat all the time. */
const REPEATED = /\/(lease|report)$/;

/** Sockets have `startTrace`. Of workers' calls only those for a job that is traced are. */
function isTraced({ is404, headers, routeOptions: { url = '', config } }: FastifyRequest): boolean {
  if (is404 || config.socket || !TRACED.test(url)) return false;
  return config.auth !== 'worker' || (headers.traceparent !== undefined && !REPEATED.test(url));
}

function startSpan(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void {
  const { method, headers, id } = request;
  const route = request.routeOptions.url ?? 'unknown';
  const span = tracing.start(`${method} ${route}`, {
    kind: 'server',
    traceparent: headers.traceparent,
    attributes: { 'http.request.method': method, 'http.route': route, 'vox.request_id': id },
  });
  if (!span) return;
  request.span = span;
  reply.header('x-trace-id', span.trace.id);
  // A stream brings ten listeners of its own, as many as Node takes for usual.
  reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 1);
  reply.raw.once('close', () => endUnanswered(span));
}

/** A client that leaves gets no answer. */
function endUnanswered(span: Span): void {
  if (span.endMs !== undefined) return;
  span.attributes['vox.client_gone'] = true;
  span.end();
}

const FIRST_SERVER_ERROR = 500;

function endAnswered(span: Span, statusCode: number): void {
  span.attributes['http.response.status_code'] = statusCode;
  span.hasFailed = statusCode >= FIRST_SERVER_ERROR;
  span.end();
}
