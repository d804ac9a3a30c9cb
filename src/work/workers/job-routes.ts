import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { App } from '../../http/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type JobDeps, reportProgress, reserveMeasured, saveCheckpoint } from '../jobs/index.ts';
import { jobEndRoutes } from './job-end-routes.ts';
import { touchWorkerOf } from './registry.ts';
import { FILE_NAME, JOB_PATH, leaseOf, MAX_REPORT_BYTES, MeasuredQuantities, underLease } from './schemas.ts';

const Report = Type.Object({
  stage: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});
const Checkpoint = Type.Object({
  checkpoint: Type.Object({}, { description: 'Any JSON object. A later attempt gets it with its lease.' }),
  file: Type.Optional(
    Type.String({
      pattern: FILE_NAME,
      description: 'A file that was uploaded before. Without it, the file of the checkpoint before stays.',
    }),
  ),
});
const MeasuredSchema = Type.Object({ measured: MeasuredQuantities });

const config = { auth: 'worker', bucket: 'none' } as const;

type Deps = JobDeps & { storage: Storage };

/** A worker uses these routes to report on the job that it holds. */
export function jobRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    reportRoute(app, deps);
    reserveRoute(app, deps);
    checkpointRoute(app, deps);
    await app.register(jobEndRoutes(deps));
  };
}

function reportRoute(app: App, deps: Deps): void {
  const schema = { ...underLease, summary: 'Report progress and renew the lease', body: Report };
  app.post(`${JOB_PATH}/report`, { schema, config }, async (request, reply) => {
    await reportProgress(deps, leaseOf(request), request.body);
    await touchWorkerOf(deps, request.params.id);
    return reply.code(204).send();
  });
}

function reserveRoute(app: App, deps: Deps): void {
  const schema = {
    ...underLease,
    summary: 'Reserve the measured quantities',
    description: 'Call it before the costly part of a job. 409: the job cannot be paid for and has ended.',
    body: MeasuredSchema,
  };
  app.post(`${JOB_PATH}/reserve`, { schema, config }, async (request, reply) => {
    await reserveMeasured(deps, leaseOf(request), request.body.measured);
    return reply.code(204).send();
  });
}

function checkpointRoute(app: App, deps: Deps): void {
  const schema = {
    ...underLease,
    summary: 'Save a checkpoint',
    description: 'Replaces the one before. Attempts before a checkpoint do not count toward the limit.',
    body: Checkpoint,
  };
  app.post(
    `${JOB_PATH}/checkpoint`,
    { schema, config, bodyLimit: MAX_REPORT_BYTES },
    async (request, reply) => {
      const { checkpoint: data, file } = request.body;
      await saveCheckpoint(deps, leaseOf(request), { data, file });
      return reply.code(204).send();
    },
  );
}
