import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { clientGone, errors } from '../../http/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import type { Storage } from '../../platform/storage/index.ts';
import {
  completeJob,
  failJob,
  giveBackJob,
  type JobDeps,
  type JobWatch,
  LEASE_MS,
  type LeasedJob,
  leaseJob,
  reportProgress,
  reserveMeasured,
  saveCheckpoint,
} from '../jobs/index.ts';
import { fileRoutes } from './file-routes.ts';
import { narrowedTo, requireOwnJobs, workerOf } from './own-jobs.ts';
import {
  isRegistered,
  registerWorker,
  removeWorker,
  touchWorker,
  touchWorkerOf,
  WorkerNotFound,
} from './registry.ts';
import {
  Checkpoint,
  Completion,
  FailureSchema,
  JobParams,
  LeasedJobSchema,
  LeaseHeaders,
  LeaseRequest,
  MeasuredSchema,
  Registered,
  Registration,
  Report,
  WorkerParams,
} from './schemas.ts';
import { waitForJob } from './wait-for-job.ts';

export type WorkerRouteDeps = JobDeps & { storage: Storage; watch: JobWatch };

/** For checkpoints and products: the script of a film of half an hour is larger than the body of other requests may be. */
const bodyLimit = 16 * MEGABYTE;

const NOTHING = { type: 'null', description: 'Done.' };

/** Nobody may receive the response any more. Another worker then gets the job at once, not when the lease expires. */
function returnIfGone(deps: WorkerRouteDeps, job: LeasedJob, gone: AbortSignal): void {
  const giveBack = () =>
    giveBackJob(deps, job).catch((err: unknown) =>
      deps.log.warn({ err }, 'a leased job could not be returned'),
    );
  if (gone.aborted) void giveBack();
  else gone.addEventListener('abort', giveBack, { once: true });
}

/** The API of worker nodes, which reach neither the database nor the object store. */
export function workerRoutes(deps: WorkerRouteDeps): FastifyPluginAsyncTypebox {
  const config = { auth: 'worker', bucket: 'none' } as const;
  const tags = ['Workers'];
  const root = '/api/internal/workers';

  return async (app) => {
    requireOwnJobs(app, deps);
    await app.register(fileRoutes(deps));
    // Open lease requests would block shutdown. The worker asks another node.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    const registerSchema = {
      tags,
      summary: 'Register a worker',
      description:
        'A secret that an administrator made may be for some kinds of jobs only: other kinds are left out of the capabilities.',
      body: Registration,
      response: { 200: Registered },
    };
    app.post(`${root}/register`, { schema: registerSchema, config }, async (request) => {
      const { secretId, kinds } = workerOf(request);
      const allKinds = deps.kinds.all.map(({ name }) => name);
      const capabilities = narrowedTo(kinds, request.body.capabilities, allKinds);
      const workerId = await registerWorker(deps, { name: request.body.name, capabilities, secretId });
      return { worker_id: workerId, lease_seconds: LEASE_MS / 1_000 };
    });

    const leaseSchema = {
      tags,
      summary: 'Lease a job',
      params: WorkerParams,
      body: LeaseRequest,
      response: {
        200: LeasedJobSchema,
        204: { ...NOTHING, description: 'No job became ready.' },
        ...errors(404),
      },
    };
    app.post(`${root}/:worker_id/lease`, { schema: leaseSchema, config }, async (request, reply) => {
      const registered = { id: request.params.worker_id, secretId: workerOf(request).secretId };
      const worker = await touchWorker(deps, registered);
      const { wait_seconds: seconds, besides } = request.body;
      const ms = seconds * 1_000;
      const gone = clientGone(reply);
      const signal = AbortSignal.any([closing.signal, gone]);
      const job = await waitForJob(deps.watch, () => leaseJob(deps, worker, besides), { ms, signal });
      if (!job) return reply.code(204).send();
      // The secret may have been revoked while this call waited.
      if (!(await isRegistered(deps, registered))) {
        await giveBackJob(deps, job);
        throw new WorkerNotFound();
      }
      returnIfGone(deps, job, gone);
      const { jobId, token, inputs, leaseSeconds, hasCheckpointFile, ...work } = job;
      return {
        ...work,
        job_id: jobId,
        lease_token: token,
        lease_seconds: leaseSeconds,
        inputs: inputs.map(({ name, contentType }) => ({ name, content_type: contentType })),
        checkpoint_file: hasCheckpointFile,
      };
    });

    const leaveSchema = {
      tags,
      summary: 'Remove a worker',
      description:
        'Call it when a worker stops. Jobs that it holds return to the queue; their attempt is not counted.',
      params: WorkerParams,
      response: { 204: NOTHING },
    };
    app.delete(`${root}/:worker_id`, { schema: leaveSchema, config }, async (request, reply) => {
      await removeWorker(deps, { id: request.params.worker_id, secretId: workerOf(request).secretId });
      return reply.code(204).send();
    });

    const common = {
      tags,
      params: JobParams,
      headers: LeaseHeaders,
      response: { 204: NOTHING, ...errors(400, 409) },
    };
    const leaseOf = (request: { params: { id: string }; headers: { 'x-lease-token': string } }) => ({
      jobId: request.params.id,
      token: request.headers['x-lease-token'],
    });

    const reportSchema = { ...common, summary: 'Report progress and renew the lease', body: Report };
    app.post(`${root}/jobs/:id/report`, { schema: reportSchema, config }, async (request, reply) => {
      await reportProgress(deps, leaseOf(request), request.body);
      await touchWorkerOf(deps, request.params.id);
      return reply.code(204).send();
    });

    const reserveSchema = {
      ...common,
      summary: 'Reserve the measured quantities',
      description: 'Call it before the costly part of a job. 409: the job cannot be paid for and has ended.',
      body: MeasuredSchema,
    };
    app.post(`${root}/jobs/:id/reserve`, { schema: reserveSchema, config }, async (request, reply) => {
      await reserveMeasured(deps, leaseOf(request), request.body.measured);
      return reply.code(204).send();
    });

    const checkpointSchema = {
      ...common,
      summary: 'Save a checkpoint',
      description: 'Replaces the one before. Attempts before a checkpoint do not count toward the limit.',
      body: Checkpoint,
    };
    app.post(
      `${root}/jobs/:id/checkpoint`,
      { schema: checkpointSchema, config, bodyLimit },
      async (request, reply) => {
        const { checkpoint: data, file } = request.body;
        await saveCheckpoint(deps, leaseOf(request), { data, file });
        return reply.code(204).send();
      },
    );

    const completeSchema = { ...common, summary: 'Complete a job', body: Completion };
    app.post(
      `${root}/jobs/:id/complete`,
      { schema: completeSchema, config, bodyLimit },
      async (request, reply) => {
        const { outputs, duration_seconds: durationSeconds, ...facts } = request.body;
        const named = outputs.map(({ name, content_type: contentType }) => ({ name, contentType }));
        await completeJob(deps, leaseOf(request), { ...facts, durationSeconds, outputs: named });
        return reply.code(204).send();
      },
    );

    const failSchema = { ...common, summary: 'Fail a job', body: FailureSchema };
    app.post(`${root}/jobs/:id/fail`, { schema: failSchema, config }, async (request, reply) => {
      const { error, error_code: errorCode, final } = request.body;
      await failJob(deps, leaseOf(request), { error, errorCode, final });
      return reply.code(204).send();
    });

    const backSchema = { ...common, summary: 'Return a job to the queue' };
    app.post(`${root}/jobs/:id/give-back`, { schema: backSchema, config }, async (request, reply) => {
      await giveBackJob(deps, leaseOf(request));
      return reply.code(204).send();
    });
  };
}
