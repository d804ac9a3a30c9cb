import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type Caller, createIdempotency, type Idempotency } from '../../../http/index.ts';
import { createTestServer, OPEN_ACCESS, TEST_CALLER } from '../../../http/testing.ts';
import { silentLog } from '../../../platform/log.ts';
import { testSealing } from '../../../platform/sealing/testing.ts';
import { createDiskStorage } from '../../../platform/storage/index.ts';
import { type Bench, openBench, signUp } from './bench.ts';

export type RouteBench = Bench & {
  app: App;
  idempotency: Idempotency;
  /** A new account; its id is also the key that it calls with. */
  caller(plan?: string): Promise<string>;
  call(
    accountId: string,
    method: 'GET' | 'PUT' | 'POST',
    url: string,
    body?: object,
    more?: object,
  ): Promise<Answer>;
};

type Answer = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> };

/** The real server around the routes of money; whoever comes with the key of an account is its caller. */
export async function openRouteBench(): Promise<RouteBench> {
  const bench = await openBench();
  const dataDir = await mkdtemp(join(tmpdir(), 'money-'));
  const storage = await createDiskStorage({ dataDir });
  const secret = 'a secret that is used by tests only';
  const idempotency = createIdempotency({
    db: bench.db,
    clock: bench.clock,
    storage,
    log: silentLog,
    secret,
    sealing: testSealing,
  });
  const authenticateKey = async (token: string): Promise<Caller> => ({
    ...TEST_CALLER,
    accountId: token.replace('sk_live_', ''),
  });
  const app = await createTestServer({
    authentication: {
      authenticateKey,
      authenticateSession: async () => null,
      sessionCookieName: 'vox_session',
      verifyCsrf: () => true,
      workerSecret: 'worker',
      publicOrigin: 'http://voice.test',
      access: OPEN_ACCESS,
      signedUrls: { secret: 'links', now: () => new Date() },
    },
  });
  return {
    ...bench,
    app,
    idempotency,
    caller: (plan) => signUp(bench, plan),
    async call(accountId, method, url, body, more = {}) {
      const headers = { authorization: `Bearer sk_live_${accountId}`, ...more };
      const reply = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
      return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
    },
    async close() {
      await app.close();
      await bench.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
