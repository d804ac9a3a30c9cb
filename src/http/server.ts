import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Log } from '../platform/log.ts';
import { MEGABYTE } from '../platform/megabyte.ts';
import { noTracing, type Tracing } from '../platform/tracing/index.ts';
import { type AccessEndOptions, installAccessEnd } from './access-end.ts';
import { type Authentication, installAuthentication } from './authentication.ts';
import { installDraining } from './draining.ts';
import { installErrorHandling, sendError } from './errors.ts';
import { rememberSentFacts } from './idempotency/index.ts';
import { answerMalformedHttp, installHttpRules } from './malformed-http.ts';
import { type DocumentOptions, installOpenApi } from './openapi.ts';
import { installActivities, installParsing } from './parsing.ts';
import { installRateLimiting, type RateLimiting } from './rate-limiting.ts';
import { installResponseHeaders, requestIdOf, setResponseHeaders } from './request-id.ts';
import { installSchemaCompilers } from './schema-compilers.ts';
import { installSockets, isWebSocketUpgrade } from './sockets/index.ts';
import { installStreamLimits, type STREAM_LIMITS } from './stream-limits.ts';
import { installTracing } from './tracing.ts';

export type ServerOptions = DocumentOptions & {
  log: Log;
  authentication: Authentication;
  rateLimiting: RateLimiting;
  /** Proxies whose `X-Forwarded-*` headers are trusted: none, the nearest N, or those at these addresses. */
  trustProxy: false | number | string[];
  streamLimits?: typeof STREAM_LIMITS;
  accessEnd?: AccessEndOptions;
  tracing?: Tracing;
};

/** The limit of a batch body, and therefore of every JSON body. */
const MAX_BODY_BYTES = 1.5 * MEGABYTE;
/** Enough for the largest upload over a slow connection. Node itself limits the headers to one minute. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

export async function createServer(options: ServerOptions) {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies(options.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // Called before any hook runs, so the response headers are set here.
    frameworkErrors: (error, request, reply) => {
      setResponseHeaders(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: answerMalformedHttp,
    // Node would send an empty body; `installHttpRules` sends our error body instead.
    http: { requireHostHeader: false, shouldUpgradeCallback: isWebSocketUpgrade },
  }).withTypeProvider<TypeBoxTypeProvider>();

  installTracing(app, options.tracing ?? noTracing);
  installActivities(app);
  installResponseHeaders(app);
  installErrorHandling(app);
  installHttpRules(app);
  installParsing(app);
  installSchemaCompilers(app);
  installRequestLog(app, options.log);
  installDraining(app);
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false });
  // With strict preflight, a bare OPTIONS would get the plugin's plain-text error.
  // Every origin may call, but never with its cookies: browsers on other sites are authenticated by a key alone.
  await app.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: '*',
    maxAge: 86_400,
    strictPreflight: false,
  });
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart);
  await installSockets(app);
  await installOpenApi(app, options);
  installAuthentication(app, options.authentication);
  rememberSentFacts(app);
  installRateLimiting(app, options.rateLimiting);
  installStreamLimits(app, options.streamLimits);
  installAccessEnd(app, options.authentication.access, options.accessEnd);
  return app;
}

/** Fastify trusts nobody by hop count alone, because clients may bypass the proxies. The operator can rule that out. */
function trustedProxies(trust: ServerOptions['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

export type App = Awaited<ReturnType<typeof createServer>>;

/** One line per request. It names the route, not the URL, so that no id or token is logged. */
function installRequestLog(app: { addHook: App['addHook'] }, log: Log): void {
  // Searching these fields for secrets would take three times as long as writing the line.
  const lines = log.child({}, { redact: { paths: [] } });
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      request_id: request.id,
      trace_id: request.span?.trace.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId,
    };
    lines.info(facts, 'request');
  });
}
