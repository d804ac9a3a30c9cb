import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, clientGone, errors } from '../../http/index.ts';
import { giveBackJob, type JobDeps, type JobWatch, type LeasedJob, leaseJob } from '../jobs/index.ts';
import { workerOf } from './own-jobs.ts';
import { isRegistered, touchWorker, WorkerNotFound } from './registry.ts';
import { Token } from './schemas.ts';
import { waitForJob } from './wait-for-job.ts';

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
  traceparent: Type.Optional(
    Type.String({ description: 'W3C trace context of the call that ordered the job, if that is traced.' }),
  ),
});

const NOTHING = { type: 'null', description: 'Done.' };

const config = { auth: 'worker', bucket: 'none' } as const;

const tags = ['Workers'];

const root = '/api/internal/workers';

type LeaseDeps = JobDeps & { watch: JobWatch };

/** A worker asks here for its next job, and waits. */
export function leaseRoutes(deps: LeaseDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    // Open lease requests would block shutdown. The worker asks another node.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    leaseRoute(app, deps, closing.signal);
  };
}

function leaseRoute(app: App, deps: LeaseDeps, closing: AbortSignal): void {
  const schema = {
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
  app.post(`${root}/:worker_id/lease`, { schema, config }, async (request, reply) => {
    const registered = { id: request.params.worker_id, secretId: workerOf(request).secretId };
    const worker = await touchWorker(deps, registered);
    const { wait_seconds: seconds, besides } = request.body;
    const ms = seconds * 1_000;
    const gone = clientGone(reply);
    const signal = AbortSignal.any([closing, gone]);
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
}

/** Nobody may receive the response any more. Another worker then gets the job at once, not when the lease expires. */
function returnIfGone(deps: LeaseDeps, job: LeasedJob, gone: AbortSignal): void {
  const giveBack = () =>
    giveBackJob(deps, job).catch((err: unknown) =>
      deps.log.warn({ err }, 'a leased job could not be returned'),
    );
  if (gone.aborted) void giveBack();
  else gone.addEventListener('abort', giveBack, { once: true });
}
