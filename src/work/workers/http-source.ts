import type { Readable } from 'node:stream';
import { currentLease } from './run-job.ts';
import { callsTo, retrying, ServerRefused } from './server-calls.ts';
import type { JobSource } from './source.ts';

export type HttpSourceOptions = {
  server: string;
  secret: string;
  name: string;
  capabilities: readonly string[];
};

export type HttpSource = JobSource & {
  /** What a voice of the job that is being run speaks through. */
  openAdaptation(key: string): Promise<Readable>;
};

/** How long the server holds a lease request open while there is no job. */
const WAIT_SECONDS = 20;
/** A worker that stops does not wait longer for a server that is gone. */
const LEAVE_TIMEOUT_MS = 3_000;
const LEASE_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1_000;

/**
 * Serves a worker node, which takes jobs from a server over HTTP. It needs only the server's URL and the worker secret.
 */
export function createHttpSource({ server, secret, name, capabilities }: HttpSourceOptions): HttpSource {
  const { post, download, upload, remove } = callsTo({ server, secret });
  let workerId: string | undefined;

  async function register(signal: AbortSignal): Promise<string> {
    const response = await post('register', { name, capabilities }, undefined, signal);
    return ((await response.json()) as { worker_id: string }).worker_id;
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
    async openAdaptation(key) {
      const lease = currentLease();
      return download(`jobs/${lease.jobId}/adaptation?key=${encodeURIComponent(key)}`, lease);
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
      await remove(workerId, AbortSignal.timeout(LEAVE_TIMEOUT_MS));
      workerId = undefined;
    },
    async giveBack(lease) {
      await post(`jobs/${lease.jobId}/give-back`, {}, lease);
    },
  };
}

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
  traceparent?: string;
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
