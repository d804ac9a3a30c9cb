import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { App } from '../../http/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type JobDeps, type JobWatch, LEASE_MS, type OutputDeps } from '../jobs/index.ts';
import { fileRoutes } from './file-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { leaseRoutes } from './lease-routes.ts';
import { narrowedTo, requireOwnJobs, workerOf } from './own-jobs.ts';
import { registerWorker, removeWorker } from './registry.ts';

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

const NOTHING = { type: 'null', description: 'Done.' };

const config = { auth: 'worker', bucket: 'none' } as const;
const tags = ['Workers'];
const root = '/api/internal/workers';
/** The API of worker nodes, which reach neither the database nor the object store. */
export function workerRoutes(deps: WorkerRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    requireOwnJobs(app, deps);
    await app.register(fileRoutes(deps));
    registerRoute(app, deps);
    await app.register(leaseRoutes(deps));
    leaveRoute(app, deps);
    await app.register(jobRoutes(deps));
  };
}

function registerRoute(app: App, deps: WorkerRouteDeps): void {
  const schema = {
    tags,
    summary: 'Register a worker',
    description:
      'A secret that an administrator made may be for some kinds of jobs only: other kinds are left out of the capabilities.',
    body: Registration,
    response: { 200: Registered },
  };
  app.post(`${root}/register`, { schema, config }, async (request) => {
    const { secretId, kinds } = workerOf(request);
    const allKinds = deps.kinds.all.map(({ name }) => name);
    const capabilities = narrowedTo(kinds, request.body.capabilities, allKinds);
    const workerId = await registerWorker(deps, { name: request.body.name, capabilities, secretId });
    return { worker_id: workerId, lease_seconds: LEASE_MS / 1_000 };
  });
}

function leaveRoute(app: App, deps: WorkerRouteDeps): void {
  const schema = {
    tags,
    summary: 'Remove a worker',
    description:
      'Call it when a worker stops. Jobs that it holds return to the queue; their attempt is not counted.',
    params: WorkerParams,
    response: { 204: NOTHING },
  };
  app.delete(`${root}/:worker_id`, { schema, config }, async (request, reply) => {
    await removeWorker(deps, { id: request.params.worker_id, secretId: workerOf(request).secretId });
    return reply.code(204).send();
  });
}
