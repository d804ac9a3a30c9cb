import assert from 'node:assert/strict';
import { listening } from './leave-early.ts';
import type { TestService } from './test-service.ts';

type Speech = { status: number; body: Buffer };

const ROOT = '/api/internal/workers';

/** A worker node that uses the service over HTTP and uploads a few bytes as its video. */
export async function openStandInWorker(
  service: Pick<TestService, 'app' | 'secrets'>,
  capabilities = ['video', 'lipsync:musetalk'],
) {
  const server = `http://127.0.0.1:${await listening(service)}${ROOT}`;
  const json = { 'content-type': 'application/json' };
  const call = async (
    method: 'POST' | 'PUT',
    path: string,
    body: string,
    headers: Record<string, string>,
  ) => {
    const secret = { 'x-worker-secret': service.secrets.workerSecret };
    const response = await fetch(`${server}${path}`, { method, body, headers: { ...secret, ...headers } });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const speechOf = async (jobId: string, headers: Record<string, string>) => {
    const secret = { 'x-worker-secret': service.secrets.workerSecret };
    const response = await fetch(`${server}/jobs/${jobId}/speech`, { headers: { ...secret, ...headers } });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  const offer = JSON.stringify({ name: 'stand-in', capabilities });
  const { worker_id: workerId } = await call('POST', '/register', offer, json);

  type Rendered = { jobId: string; request: unknown; speech: Speech };
  const begin = async (seconds: number): Promise<(() => Promise<Rendered>) | null> => {
    const leased = await call('POST', `/${workerId}/lease`, JSON.stringify({ wait_seconds: 0 }), json);
    if (leased === null) return null;
    const { job_id: jobId, lease_token: token, request } = leased;
    const mine = { 'x-lease-token': token };
    return async () => {
      const speech = await speechOf(jobId, mine);
      const headers = { ...mine, 'content-type': 'video/mp4' };
      await call('PUT', `/jobs/${jobId}/outputs/video`, 'a neural video', headers);
      const outputs = [{ name: 'video', content_type: 'video/mp4' }];
      const done = { outputs, measured: { video_second: seconds }, duration_seconds: seconds };
      await call('POST', `/jobs/${jobId}/complete`, JSON.stringify(done), { ...mine, ...json });
      return { jobId, request, speech };
    };
  };

  return {
    /** Leases one job and returns a function that renders it. */
    begin,
    /** Renders one job. Null if there is none. */
    async work(seconds: number): Promise<Rendered | null> {
      const render = await begin(seconds);
      return render ? render() : null;
    },
  };
}
