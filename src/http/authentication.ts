import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DomainError, domainError } from '../platform/errors.ts';
import type { Access } from './access-end.ts';
import { type AuthRule, addressOf, type Caller, Unauthenticated, type WorkerIdentity } from './caller.ts';
import { createFailedKeys, type FailedKeys } from './failed-keys.ts';
import { requireScope } from './key-scope.ts';
import { verifySignedUrl } from './signed-urls.ts';
import { keyFromProtocols } from './sockets/index.ts';

export type Authentication = {
  authenticateKey(token: string): Promise<Caller | null>;
  /** A string that cannot be a key is neither looked up nor counted as a wrong one. Without this, any string may be one. */
  looksLikeKey?(token: string): boolean;
  authenticateSession(cookie: string): Promise<Caller | null>;
  sessionCookieName: string;
  verifyCsrf(caller: Caller, token: string): boolean;
  /** True in production: an administrator may do too much for a password alone. */
  adminsNeedSecondFactor?: boolean;
  /** Shared by the workers that have none of their own. */
  workerSecret: string;
  /** Identifies a worker by a secret of its own. Absent when there are no such secrets. */
  authenticateWorker?(secret: string): Promise<WorkerIdentity | null>;
  /** Does for secrets of workers what `looksLikeKey` does for keys. */
  looksLikeWorkerSecret?(secret: string): boolean;
  publicOrigin: string;
  access: Access;
  signedUrls: { secret: string; now(): Date };
};

type Guarded = Authentication & { failedKeys: FailedKeys };

const CrossSiteRequest = domainError(
  'forbidden',
  'cross_site_request',
  'A page of another site cannot change something with a session. Call from this site, or with an API key.',
);
const AdminOnly = domainError('forbidden', 'admin_only', 'Only administrators may do this.');
const CsrfTokenInvalid = domainError(
  'forbidden',
  'csrf_token_invalid',
  'Send csrf_token from GET /api/me as X-CSRF-Token.',
);
const WorkerSecretInvalid = domainError(
  'forbidden',
  'worker_secret_invalid',
  'Forbidden: x-worker-secret is missing, wrong or revoked.',
);

const SecondFactorMissing = domainError(
  'forbidden',
  'second_factor_required',
  'Administrators need a second factor. Turn on two-factor authentication under Security in the console, or sign in with a passkey, then try again.',
);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function installAuthentication(app: FastifyInstance, authentication: Authentication): void {
  const auth: Guarded = { ...authentication, failedKeys: createFailedKeys() };
  app.decorateRequest('caller', null);
  app.decorateRequest('linkOwner', null);
  app.decorateRequest('worker', null);
  app.decorateRequest('confirmAccess', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const check = () => identify(request, request.routeOptions.config.auth ?? 'bearer', auth);
    await check();
    // An injected request has no such property: its body is there from the start.
    if (request.raw.complete === false) request.confirmAccess = check;
  });
  app.addHook('preValidation', async (request) => request.confirmAccess?.());
}

async function identify(request: FastifyRequest, rule: AuthRule, auth: Guarded): Promise<void> {
  switch (rule) {
    case 'signature':
      return;
    case 'worker':
      request.worker = await workerOf(request, auth);
      return;
    case 'public':
      request.caller = await callerFromSession(request, auth);
      return;
    case 'bearer-or-signed-url':
      if (isLink(request)) return openLink(request, auth);
      request.caller = await callerFromKey(request, auth);
      break;
    case 'bearer':
      request.caller = await callerFromKey(request, auth);
      break;
    case 'session':
      request.caller = await callerFromSession(request, auth);
      break;
    case 'bearer-session-or-signed-url':
      if (isLink(request)) return openLink(request, auth);
      request.caller = await callerFromKeyOrSession(request, auth);
      break;
    case 'bearer-or-session':
      request.caller = await callerFromKeyOrSession(request, auth);
      break;
    case 'admin':
      request.caller = await callerFromSession(request, auth);
      break;
  }
  if (!request.caller) throw unauthenticatedFor(rule);
  requireScope(request, request.caller);
  requireSameSite(request, request.caller, auth.publicOrigin);
  if (rule === 'admin') requireAdmin(request, request.caller, auth);
}

/** A request that also sends a key is authenticated by the key. */
function isLink(request: FastifyRequest): boolean {
  const { signature } = request.query as Record<string, unknown>;
  return request.headers.authorization === undefined && typeof signature === 'string';
}

function openLink(request: FastifyRequest, { signedUrls }: Authentication): void {
  request.linkOwner = verifySignedUrl(signedUrls.secret, request.url, signedUrls.now()).accountId;
}

function unauthenticatedFor(rule: AuthRule): DomainError {
  if (rule === 'bearer' || rule === 'bearer-or-signed-url') return new Unauthenticated();
  if (rule === 'bearer-or-session' || rule === 'bearer-session-or-signed-url')
    return new Unauthenticated('Unauthorized: Missing or invalid API key or session.');
  return new Unauthenticated('Unauthorized: Sign in first.');
}

async function callerFromKey(request: FastifyRequest, auth: Guarded): Promise<Caller | null> {
  const { authorization } = request.headers;
  const token =
    authorization === undefined ? keyOfSocket(request) : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (!token || auth.looksLikeKey?.(token) === false) return null;
  return auth.failedKeys.authenticate(addressOf(request), token, () => auth.authenticateKey(token));
}

function keyOfSocket({ ws, headers }: FastifyRequest): string | undefined {
  return ws ? keyFromProtocols(headers['sec-websocket-protocol']) : undefined;
}

function callerFromKeyOrSession(request: FastifyRequest, auth: Guarded): Promise<Caller | null> {
  const hasKey = request.headers.authorization || keyOfSocket(request);
  return hasKey ? callerFromKey(request, auth) : callerFromSession(request, auth);
}

async function callerFromSession(request: FastifyRequest, auth: Authentication): Promise<Caller | null> {
  const cookie = request.cookies[auth.sessionCookieName];
  return cookie ? auth.authenticateSession(cookie) : null;
}

/**
 * CSRF protection: browsers attach cookies to any request, so a write or a socket from another page is refused, also from a
 * sibling domain. Every browser says where such a request comes from; a client that does not is none, and nobody misuses
 * its cookies.
 */
function requireSameSite(request: FastifyRequest, caller: Caller, publicOrigin: string): void {
  const isRead = SAFE_METHODS.has(request.method) && !request.ws;
  if (caller.credential.kind !== 'session' || isRead) return;
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  const own = [undefined, publicOrigin, `${request.protocol}://${request.host}`];
  if (own.includes(origin) && (site === 'same-origin' || site === 'none')) return;
  throw new CrossSiteRequest();
}

function requireAdmin(request: FastifyRequest, caller: Caller, auth: Authentication): void {
  if (!caller.admin) throw new AdminOnly();
  if (auth.adminsNeedSecondFactor && !caller.hasSecondFactor) throw new SecondFactorMissing();
  if (SAFE_METHODS.has(request.method)) return;
  const token = request.headers['x-csrf-token'];
  if (typeof token === 'string' && auth.verifyCsrf(caller, token)) return;
  throw new CsrfTokenInvalid();
}

async function workerOf(request: FastifyRequest, auth: Guarded): Promise<WorkerIdentity> {
  const header = request.headers['x-worker-secret'];
  const given = typeof header === 'string' ? header : '';
  const actual = Buffer.from(given);
  const shared = Buffer.from(auth.workerSecret);
  if (actual.length === shared.length && timingSafeEqual(actual, shared))
    return { secretId: null, kinds: null };
  const { authenticateWorker } = auth;
  const worker =
    authenticateWorker && auth.looksLikeWorkerSecret?.(given) !== false
      ? await auth.failedKeys.authenticate(addressOf(request), given, () => authenticateWorker(given))
      : null;
  if (worker) return worker;
  throw new WorkerSecretInvalid();
}
