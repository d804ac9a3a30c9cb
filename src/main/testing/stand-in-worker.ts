import assert from 'node:assert/strict';
import type { TestService } from './test-service.ts';

export type StandInWorker = Awaited<ReturnType<typeof openStandInWorker>>;

const ROOT = '/api/internal/workers';

/** A worker node that speaks to the service over its routes, and whose films are a few bytes. */
export async function openStandInWorker(
  { app, secrets }: Pick<TestService, 'app' | 'secrets'>,
  capabilities = ['video', 'lipsync:musetalk'],
) {
  const call = (method: 'POST' | 'PUT', path: string, payload: object | string, headers = {}) =>
    app.inject({
      method,
      url: `${ROOT}${path}`,
      payload,
      headers: { 'x-worker-secret': secrets.workerSecret, ...headers },
    });
  const registered = await call('POST', '/register', { name: 'stand-in', capabilities });
  const workerId = registered.json<{ worker_id: string }>().worker_id;

  return {
    /** Renders one job, or says that there is none. */
    async work(seconds: number): Promise<{ jobId: string; request: unknown } | null> {
      const lease = await call('POST', `/${workerId}/lease`, { wait_seconds: 0 });
      if (lease.statusCode === 204) return null;
      const { job_id: jobId, lease_token: token, request } = lease.json();
      const mine = { 'x-lease-token': token };
      const film = { ...mine, 'content-type': 'video/mp4' };
      const put = await call('PUT', `/jobs/${jobId}/outputs/video`, 'a neural film', film);
      assert.equal(put.statusCode, 204, put.body);
      const outputs = [{ name: 'video', content_type: 'video/mp4' }];
      const done = { outputs, measured: { video_second: seconds }, duration_seconds: seconds };
      const complete = await call('POST', `/jobs/${jobId}/complete`, done, mine);
      assert.equal(complete.statusCode, 204, complete.body);
      return { jobId, request };
    },
  };
}
