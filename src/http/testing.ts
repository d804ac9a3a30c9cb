import { silentLog } from '../platform/log.ts';
import type { Access } from './access-end.ts';
import type { Authentication } from './authentication.ts';
import type { Caller } from './caller.ts';
import { createServer, type ServerOptions } from './server.ts';

export const TEST_CALLER: Caller = {
  accountId: '00000000-0000-7000-8000-000000000001',
  email: 'ann@example.com',
  plan: 'free',
  admin: false,
  credential: { kind: 'key', id: '00000000-0000-7000-8000-000000000002' },
};

const SESSION_CALLER: Caller = { ...TEST_CALLER, credential: { kind: 'session', id: 'session-1' } };

/** Nothing ever ends. */
export const OPEN_ACCESS: Access = {
  standings: async (callers) =>
    callers.map(({ plan, scope }) => ({ plan, permissions: null, allowedAddresses: null, ...scope })),
  onChange: () => undefined,
  isSmallerPlan: () => false,
  now: () => new Date(),
};

/** A server with fixed credentials: key `sk_live_ann`, cookies `ann` and `admin`, worker secret `worker`. */
type Overrides = Partial<ServerOptions> &
  Partial<Pick<Authentication, 'signedUrls' | 'authenticateWorker' | 'looksLikeWorkerSecret'>>;

export function createTestServer({
  signedUrls,
  authenticateWorker,
  looksLikeWorkerSecret,
  ...overrides
}: Overrides = {}) {
  return createServer({
    log: silentLog,
    trustProxy: false,
    publicUrl: 'http://voice.test',
    authentication: {
      authenticateKey: async (token) => (token === 'sk_live_ann' ? TEST_CALLER : null),
      authenticateSession: async (cookie) => {
        if (cookie === 'admin') return { ...SESSION_CALLER, admin: true };
        return cookie === 'ann' ? SESSION_CALLER : null;
      },
      sessionCookieName: 'vox_session',
      verifyCsrf: (_caller, token) => token === 'csrf',
      workerSecret: 'worker',
      ...(authenticateWorker && { authenticateWorker }),
      ...(looksLikeWorkerSecret && { looksLikeWorkerSecret }),
      publicOrigin: 'http://voice.test',
      access: OPEN_ACCESS,
      signedUrls: signedUrls ?? { secret: 'links', now: () => new Date() },
    },
    rateLimiting: { hit: async () => ({ allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }) },
    ...overrides,
  });
}
