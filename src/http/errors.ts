import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStoreUnavailable } from '../platform/database/index.ts';
import {
  DomainError,
  type DomainErrorOptions,
  domainError,
  type ErrorDetail,
  type ErrorKind,
} from '../platform/errors.ts';
import { isStorageFull, StorageFull } from '../platform/storage/index.ts';
import { describeIssue } from './allowed-values.ts';
import { ClientGone } from './client-gone.ts';

/** The only place that maps domain errors to statuses. */
const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  range_not_satisfiable: 416,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
};

const StoreUnavailable = domainError('unavailable', 'store_unavailable', (cause: unknown) => ({
  public: 'The service cannot reach its database at the moment. Try again shortly.',
  retryAfterSeconds: 30,
  cause,
}));

const RouteNotFound = domainError(
  'not_found',
  'route_not_found',
  (method: string, path: string) => `There is no ${method} ${path}; the routes are listed at /docs.`,
);

const InternalError = domainError(
  'internal',
  'internal_error',
  'Something went wrong on our side; try again.',
);

/** The schema of a route, or Fastify itself, refuses the request with one of these. */
const InvalidRequest = domainError(
  'invalid',
  'invalid_request',
  (message: string, more: Pick<DomainErrorOptions, 'detail' | 'cause'> = {}) => ({
    public: message,
    ...more,
  }),
);

export function statusOf({ kind }: Pick<DomainError, 'kind'>): number {
  return STATUS_OF_KIND[kind];
}

type ErrorBody = {
  error: string;
  code: string;
  request_id: string;
  trace_id?: string;
  detail?: ErrorDetail[];
};

export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    sendError(new RouteNotFound(request.method, path), request, reply);
  });
}

/** nginx's status for a client that disconnected. Only the log shows it: a 500 there would look like our failure. */
const CLIENT_CLOSED_REQUEST = 499;

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ClientGone) {
    reply.code(CLIENT_CLOSED_REQUEST).send(bodyOf(error.message, 'client_gone', request));
    return;
  }
  const known = asDomainError(error);
  if (!known) request.log.error({ err: error }, 'request failed');
  else if (known.cause) request.log.warn({ err: known.cause, code: known.code }, 'request refused');
  const refusal = known ?? new InternalError();
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  const body = bodyOf(refusal.public, refusal.code, request);
  if (refusal.detail) body.detail = refusal.detail;
  reply.code(statusOf(refusal)).type('application/json; charset=utf-8').send(body);
}

function bodyOf(error: string, code: string, request: FastifyRequest): ErrorBody {
  const { id, span } = request;
  return { error, code, request_id: id, ...(span && { trace_id: span.trace.id }) };
}

function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  // May come from anywhere: an upload's scratch file, the object store, the database's disk.
  if (isStorageFull(error)) return new StorageFull(error);
  if (isStoreUnavailable(error)) return new StoreUnavailable(error);
  const fastifyError = error as FastifyError;
  if (fastifyError.validation) return validationError(fastifyError);
  if (typeof fastifyError.statusCode !== 'number' || fastifyError.statusCode >= 500) return null;
  return requestError(fastifyError);
}

function validationError(error: FastifyError): DomainError {
  const issues = error.validation ?? [];
  const described = issues.map((issue) => ({
    path: [error.validationContext ?? 'body', ...pathOf(issue)].join('.'),
    message: describeIssue(issue, issues),
  }));
  const detail = described.filter(
    (one, i) =>
      described.findIndex(({ path, message }) => path === one.path && message === one.message) === i,
  );
  const first = detail[0];
  const message = first
    ? `${first.path.replace(/^body\./, '')} ${first.message}.`
    : 'The request is not valid.';
  return new InvalidRequest(message, { detail });
}

function pathOf(issue: { instancePath: string; params: Record<string, unknown> }): string[] {
  const path = issue.instancePath.split('/').filter((part) => part !== '');
  const missing = issue.params.missingProperty;
  return typeof missing === 'string' ? [...path, missing] : path;
}

/** Requests that Fastify itself rejects. The API contract has 400 for all of them, even where HTTP has a finer status. */
const REQUEST_ERRORS: Record<string, new () => DomainError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: domainError(
    'invalid',
    'unsupported_media_type',
    'This Content-Type is not accepted here; send application/json unless the route says otherwise.',
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: domainError('invalid', 'upload_too_large', 'The request body is too large.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: domainError(
    'invalid',
    'invalid_request',
    'The length of the body does not match its Content-Length.',
  ),
  FST_ERR_BAD_URL: domainError('invalid', 'invalid_request', 'The request URL is not valid.'),
};

function requestError(error: FastifyError): DomainError {
  const Known = REQUEST_ERRORS[error.code];
  if (Known) return new Known();
  const status = error.statusCode ?? 400;
  const message =
    error instanceof SyntaxError ? 'The body is not valid JSON.' : (STATUS_CODES[status] ?? 'Bad request');
  return new InvalidRequest(message, { cause: error });
}
