import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { clientGone, errors } from '../../http/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import {
  giveBackJob,
  type JobDeps,
  type JobWatch,
  LEASE_MS,
  type LeasedJob,
  leaseJob,
  type OutputDeps,
} from '../jobs/index.ts';
import { fileRoutes } from './file-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { narrowedTo, requireOwnJobs, workerOf } from './own-jobs.ts';
import { isRegistered, registerWorker, removeWorker, touchWorker, WorkerNotFound } from './registry.ts';
import { Token } from './schemas.ts';
import { waitForJob } from './wait-for-job.ts';

export type WorkerRouteDeps = JobDeps & OutputDeps & { storage: Storage; watch: JobWatch };

const Capability = Type.String({ minLength: 1, maxLength: 80 });
const Registration = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Shown to administrators, such as the host name.',
  }),
  capabilities: Type.Array(Capability, {
    minItems: 1,
    maxItems: 500,
    description: 'Job kinds and features, such as `video` and `lipsync:musetalk`.',
  }),
});
const Registered = Type.Object({ worker_id: Type.String(), lease_seconds: Type.Number() });

const WorkerParams = Type.Object({ worker_id: Type.String({ maxLength: 100 }) });
const LeaseRequest = Type.Object({
  wait_seconds: Type.Number({
    minimum: 0,
    maximum: 30,
    default: 20,
    description: 'How long to wait when no job is ready.',
  }),
  besides: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Jobs the worker holds. Only jobs of other accounts are leased.',
    }),
  ),
});
const LeasedJobSchema = Type.Object({
  job_id: Type.String(),
  lease_token: Token,
  kind: Type.String(),
  attempt: Type.Integer(),
  lease_seconds: Type.Number({ description: 'How long the lease lasts without a report.' }),
  request: Type.Unknown(),
  inputs: Type.Array(Type.Object({ name: Type.String(), content_type: Type.String() })),
  checkpoint: Type.Unknown({ description: 'What an earlier attempt saved last, or null.' }),
  checkpoint_file: Type.Boolean({ description: 'Whether a file belongs to the checkpoint.' }),
});

const NOTHING = { type: 'null', description: 'Done.' };

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

    await app.register(jobRoutes(deps));
  };
}

/** Nobody may receive the response any more. Another worker then gets the job at once, not when the lease expires. */
function returnIfGone(deps: WorkerRouteDeps, job: LeasedJob, gone: AbortSignal): void {
  const giveBack = () =>
    giveBackJob(deps, job).catch((err: unknown) =>
      deps.log.warn({ err }, 'a leased job could not be returned'),
    );
  if (gone.aborted) void giveBack();
  else gone.addEventListener('abort', giveBack, { once: true });
}
