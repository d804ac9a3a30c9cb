import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type OperatorRequest, type OperatorResponse, operatorFetch } from '../../platform/operator-fetch.ts';
import { type Lease, LeaseLost } from '../jobs/index.ts';
import { retryWhile } from './retry.ts';
import type { JobSource } from './source.ts';

export type HttpSourceOptions = {
  server: string;
  secret: string;
  name: string;
  capabilities: readonly string[];
};

/** How long the server holds a lease request open while there is no job. */
const WAIT_SECONDS = 20;
/** A worker that stops does not wait longer for a server that is gone. */
const LEAVE_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_MS = 60_000;
const LEASE_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1_000;

/** An error response from the server or from a proxy in between. */
class ServerRefused extends Error {
  readonly status: number;
  constructor(status: number, what: string, text: string) {
    super(`${what}: ${status} ${text.slice(0, 300)}`);
    this.name = 'ServerRefused';
    this.status = status;
  }
}

/**
 * Serves a worker node, which takes jobs from a server over HTTP. It needs only the server's URL and the worker secret.
 */
export function createHttpSource({ server, secret, name, capabilities }: HttpSourceOptions): JobSource {
  const root = new URL('/api/internal/workers/', server);
  let workerId: string | undefined;

  async function call(method: string, path: string, init: OperatorRequest): Promise<OperatorResponse> {
    const headers = { 'x-worker-secret': secret, ...init.headers };
    const response = await operatorFetch(new URL(path, root), { ...init, method, headers });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 409) throw new LeaseLost();
    throw new ServerRefused(response.status, `${method} ${path}`, text);
  }

  const post = (path: string, body: object, lease?: Lease, signal = AbortSignal.timeout(CALL_TIMEOUT_MS)) =>
    call('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(lease && { 'x-lease-token': lease.token }) },
      signal,
    });

  async function register(signal: AbortSignal): Promise<string> {
    const response = await post('register', { name, capabilities }, undefined, signal);
    return ((await response.json()) as { worker_id: string }).worker_id;
  }

  async function download(path: string, lease: Lease): Promise<Readable> {
    const { body } = await call('GET', path, { headers: { 'x-lease-token': lease.token } });
    if (!body) throw new Error(`the response for ${path} has no body`);
    return Readable.from(body);
  }

  async function upload(
    to: string,
    lease: Lease,
    { path, contentType }: { path: string; contentType: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { size } = await stat(path);
    const file = createReadStream(path);
    try {
      await call('PUT', to, {
        body: file,
        duplex: 'half',
        headers: {
          'x-lease-token': lease.token,
          'content-type': contentType,
          'content-length': String(size),
        },
        signal,
      });
    } finally {
      // `fetch` leaves it open when the server is away or refuses it early.
      file.destroy();
    }
  }

  return {
    async lease(signal, besides = []) {
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(LEASE_TIMEOUT_MS)]);
      try {
        workerId ??= await register(waiting);
        const body = { wait_seconds: WAIT_SECONDS, besides };
        const response = await post(`${workerId}/lease`, body, undefined, waiting);
        return response.status === 204 ? null : leasedJob(await response.json());
      } catch (error) {
        // The server no longer knows this worker: register again.
        if (error instanceof ServerRefused && error.status === 404) workerId = undefined;
        if (signal.aborted) return null;
        throw error;
      }
    },
    async report(lease, progress) {
      await post(`jobs/${lease.jobId}/report`, progress, lease);
    },
    async reserve(lease, measured) {
      await retrying(() => post(`jobs/${lease.jobId}/reserve`, { measured }, lease));
    },
    async saveCheckpoint(lease, { data, file }) {
      await retrying(() => post(`jobs/${lease.jobId}/checkpoint`, { checkpoint: data, file }, lease));
    },
    async putCheckpointFile(lease, { name: file, path }, signal) {
      const type = 'application/octet-stream';
      const to = `jobs/${lease.jobId}/checkpoint-files/${file}`;
      await retrying(() => upload(to, lease, { path, contentType: type }, signal));
    },
    async openCheckpointFile(lease) {
      return download(`jobs/${lease.jobId}/checkpoint-file`, lease);
    },
    async openInput(lease, input) {
      return download(`jobs/${lease.jobId}/inputs/${encodeURIComponent(input)}`, lease);
    },
    async putOutput(lease, output, signal) {
      await upload(`jobs/${lease.jobId}/outputs/${output.name}`, lease, output, signal);
    },
    async complete(lease, { outputs, durationSeconds, ...facts }) {
      const named = outputs.map(({ name: output, contentType }) => ({
        name: output,
        content_type: contentType,
      }));
      const body = { ...facts, duration_seconds: durationSeconds, outputs: named };
      await retrying(() => post(`jobs/${lease.jobId}/complete`, body, lease));
    },
    async fail(lease, { error, errorCode, final }) {
      await retrying(() => post(`jobs/${lease.jobId}/fail`, { error, error_code: errorCode, final }, lease));
    },
    async leave() {
      if (workerId === undefined) return;
      await call('DELETE', workerId, { signal: AbortSignal.timeout(LEAVE_TIMEOUT_MS) });
      workerId = undefined;
    },
    async giveBack(lease) {
      await post(`jobs/${lease.jobId}/give-back`, {}, lease);
    },
  };
}

/** A server that restarts should not waste what a worker has done. */
const retrying = <Result>(call: () => Promise<Result>): Promise<Result> =>
  retryWhile(
    (error) => !(error instanceof LeaseLost || (error instanceof ServerRefused && error.status < 500)),
    call,
  );

type WireJob = {
  job_id: string;
  lease_token: string;
  kind: string;
  attempt: number;
  request: unknown;
  inputs: { name: string; content_type: string }[];
  checkpoint: unknown;
  checkpoint_file: boolean;
  lease_seconds: number;
};

function leasedJob(wire: unknown) {
  const {
    job_id: jobId,
    lease_token: token,
    lease_seconds: leaseSeconds,
    checkpoint_file: hasCheckpointFile,
    inputs,
    ...job
  } = wire as WireJob;
  const named = inputs.map(({ name, content_type: contentType }) => ({ name, contentType }));
  return { ...job, jobId, token, leaseSeconds, hasCheckpointFile, inputs: named };
}
