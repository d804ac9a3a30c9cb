import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Log } from '../platform/log.ts';
import { MEGABYTE } from '../platform/megabyte.ts';
import { type Authentication, installAuthentication } from './authentication.ts';
import { installDraining } from './draining.ts';
import { installErrorHandling, sendError } from './errors.ts';
import { answerMalformedHttp, installHttpRules } from './malformed-http.ts';
import { type DocumentOptions, installOpenApi } from './openapi.ts';
import { installParsing } from './parsing.ts';
import { installRateLimiting, type RateLimiting } from './rate-limiting.ts';
import { identifyAnswer, installResponseHeaders, requestIdOf } from './request-id.ts';

export type ServerOptions = DocumentOptions & {
  log: Log;
  authentication: Authentication;
  rateLimiting: RateLimiting;
  trustProxy: boolean;
};

/** The cap of a batch body, and so of every JSON body. */
const MAX_BODY_BYTES = 1.5 * MEGABYTE;
/** The largest upload over a slow line; headers alone have Node's own minute. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

export async function createServer(options: ServerOptions) {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.trustProxy,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // Raised before any hook runs, so the answer gets its headers here.
    frameworkErrors: (error, request, reply) => {
      identifyAnswer(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: answerMalformedHttp,
    // Node would answer these with an empty body; `installHttpRules` refuses them in our shape.
    http: { requireHostHeader: false },
  }).withTypeProvider<TypeBoxTypeProvider>();

  installResponseHeaders(app);
  installErrorHandling(app);
  installHttpRules(app);
  installParsing(app);
  installRequestLog(app);
  installDraining(app);
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false });
  // Not strict: a bare OPTIONS is answered like a preflight, rather than with a text that is no error of ours.
  const cors = { origin: '*', exposedHeaders: '*', maxAge: 86_400, strictPreflight: false };
  await app.register(fastifyCors, cors);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart);
  await installOpenApi(app, options);
  installAuthentication(app, options.authentication);
  installRateLimiting(app, options.rateLimiting);
  return app;
}

export type App = Awaited<ReturnType<typeof createServer>>;

/** One line a request: which route, not which address, so that no id or token in a URL is kept. */
function installRequestLog(app: { addHook: App['addHook'] }): void {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId,
    };
    request.log.info(facts, 'request');
  });
}
