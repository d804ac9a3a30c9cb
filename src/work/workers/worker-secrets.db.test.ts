import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { App } from '../../http/index.ts';
import { createTestServer } from '../../http/testing.ts';
import { sql } from '../../platform/database/index.ts';
import { until } from '../../platform/testing/until.ts';
import { OPERATOR } from '../../tenancy/audit-log/index.ts';
import { type JobWatch, watchJobs } from '../jobs/index.ts';
import { openJobs, type TestJobs } from '../jobs/testing/open-jobs.ts';
import {
  authenticateWorker,
  createWorkerSecret,
  listWorkerSecrets,
  revokeWorkerSecret,
  workerRoutes,
} from './index.ts';

const ROOT = '/api/internal/workers';
const CAPABILITIES = ['video', 'lipsync:own', 'dub'];
const SHARED = 'worker';

describe('a secret of its own for each worker', () => {
  let jobs: TestJobs;
  let watch: JobWatch;
  let app: App;
  let server: string;
  before(async () => {
    jobs = await openJobs();
    watch = await watchJobs(jobs.database);
    app = await createTestServer({ authenticateWorker: (secret) => authenticateWorker(jobs.deps, secret) });
    await app.register(workerRoutes({ ...jobs.deps, watch }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${ROOT}`;
  });
  after(async () => {
    await app.close();
    await watch.close();
    await jobs.close();
  });

  const create = (kinds: string[] | null = null) =>
    jobs.db
      .transaction()
      .execute((tx) => createWorkerSecret({ tx, clock: jobs.clock }, { name: 'gpu', kinds, by: OPERATOR }));
  /** Over a socket: a job goes back when its worker hangs up. */
  async function call(secret: string, path: string, body: object | null = {}, token?: string) {
    const lease = token ? { 'x-lease-token': token } : {};
    const response = await fetch(`${server}${path}`, {
      method: body ? 'POST' : 'DELETE',
      headers: { 'x-worker-secret': secret, ...(body && { 'content-type': 'application/json' }), ...lease },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { statusCode: response.status, body: text, json: () => JSON.parse(text) };
  }
  async function register(secret: string): Promise<string> {
    const reply = await call(secret, '/register', { name: 'gpu', capabilities: CAPABILITIES });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json().worker_id;
  }
  async function lease(secret: string, workerId: string, seconds = 0) {
    const reply = await call(secret, `/${workerId}/lease`, { wait_seconds: seconds });
    return { status: reply.statusCode, job: reply.statusCode === 200 ? reply.json() : null };
  }

  test('opens the routes of workers; others are refused, and the database has only its hash', async () => {
    const { id, secret } = await create();
    await register(secret);
    for (const wrong of ['', 'wk_', `${secret}x`, `wk_${'a'.repeat(43)}`, "wk_' OR true"])
      assert.equal((await call(wrong, '/register', { name: 'x', capabilities: ['video'] })).statusCode, 403);
    const { rows } = await sql<{ row: string }>`SELECT s::text AS row FROM worker_secrets s`.execute(jobs.db);
    assert.ok(rows.every(({ row }) => !row.includes(secret)));
    const listed = (await listWorkerSecrets(jobs.deps)).find((one) => one.id === id);
    assert.deepEqual(listed?.lastUsedAt, jobs.clock.now());
  });

  test('a worker never gets jobs of kinds that its secret is not for', async () => {
    const { secret } = await create(['speak']);
    const workerId = await register(secret);
    await jobs.enqueue(await jobs.account());
    assert.equal((await lease(secret, workerId)).status, 204);
    const free = await register(SHARED);
    const { status, job } = await lease(SHARED, free);
    assert.equal(status, 200);
    await call(
      SHARED,
      `/jobs/${job.job_id}/fail`,
      { error: 'x', error_code: 'xx', final: true },
      job.lease_token,
    );
  });

  test('a worker can act neither as another one nor on its jobs, even with the token of the lease', async () => {
    const one = await create();
    const other = await create();
    const workerId = await register(one.secret);
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    const { job } = await lease(one.secret, workerId);
    for (const secret of [other.secret, SHARED]) {
      assert.equal((await lease(secret, workerId)).status, 404);
      await call(secret, `/${workerId}`, null);
      for (const act of ['report', 'give-back']) {
        const reply = await call(secret, `/jobs/${job.job_id}/${act}`, {}, job.lease_token);
        assert.deepEqual([reply.statusCode, reply.json().code], [409, 'lease_lost'], act);
      }
    }
    const report = await call(one.secret, `/jobs/${job.job_id}/report`, {}, job.lease_token);
    assert.equal(report.statusCode, 204);
    await revokeWorkerSecret(jobs.deps, { id: one.id, by: OPERATOR });
  });

  test('once it is revoked, its workers are refused and their jobs go to others at once', async () => {
    const { id, secret } = await create();
    const workerId = await register(secret);
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    let held = await lease(secret, workerId);
    // Jobs that earlier tests left come first.
    while (held.job && held.job.job_id !== jobId) held = await lease(secret, workerId);
    assert.equal(held.job?.job_id, jobId);
    await revokeWorkerSecret(jobs.deps, { id, by: OPERATOR });
    await revokeWorkerSecret(jobs.deps, { id, by: OPERATOR });
    const report = await call(secret, `/jobs/${jobId}/report`, {}, held.job.lease_token);
    assert.equal(report.statusCode, 403);
    assert.equal((await jobs.read(accountId, jobId)).status, 'queued');
    assert.equal((await jobs.read(accountId, jobId)).attempts, 0);
    const { rows } = await sql`
      SELECT FROM audit_events WHERE event = 'worker.revoked' AND subject = ${id}`.execute(jobs.db);
    assert.equal(rows.length, 1);
    const free = await register(SHARED);
    let next = await lease(SHARED, free);
    while (next.job && next.job.job_id !== jobId) next = await lease(SHARED, free);
    assert.equal(next.job?.job_id, jobId);
  });

  test('a worker that waits for a job while its secret is revoked gets none', async () => {
    const { id, secret } = await create();
    const workerId = await register(secret);
    const waiting = lease(secret, workerId, 30);
    await until(async () =>
      (await listWorkerSecrets(jobs.deps)).some((one) => one.id === id && one.lastUsedAt),
    );
    await revokeWorkerSecret(jobs.deps, { id, by: OPERATOR });
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    assert.ok([403, 404].includes((await waiting).status));
    assert.equal((await jobs.read(accountId, jobId)).status, 'queued');
  });
});
