import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { App } from '../../http/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { completeJob, failJob, giveBackJob, type JobDeps } from '../jobs/index.ts';
import {
  JOB_PATH,
  leaseOf,
  MAX_REPORT_BYTES,
  MeasuredQuantities,
  OutputName,
  underLease,
} from './schemas.ts';

const Completion = Type.Object({
  outputs: Type.Array(Type.Object({ name: OutputName, content_type: Type.String({ maxLength: 100 }) }), {
    maxItems: 10,
  }),
  measured: MeasuredQuantities,
  product: Type.Optional(
    Type.Unknown({ description: 'Data that the kind of job makes, such as the speaker of a clone.' }),
  ),
  duration_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  width: Type.Optional(Type.Integer({ minimum: 1, maximum: 16_384 })),
  height: Type.Optional(Type.Integer({ minimum: 1, maximum: 16_384 })),
});

const FailureSchema = Type.Object({
  error: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Shown to the customer. Nothing internal.',
  }),
  error_code: Type.String({ pattern: '^[a-z][a-z0-9_]{1,60}$' }),
  final: Type.Boolean({ description: 'True when another attempt would fail the same way.' }),
});

const config = { auth: 'worker', bucket: 'none' } as const;

type Deps = JobDeps & { storage: Storage };

/** How a worker lets go of the job that it holds. */
export function jobEndRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    completeRoute(app, deps);
    failRoute(app, deps);
    giveBackRoute(app, deps);
  };
}

function completeRoute(app: App, deps: Deps): void {
  const schema = { ...underLease, summary: 'Complete a job', body: Completion };
  app.post(
    `${JOB_PATH}/complete`,
    { schema, config, bodyLimit: MAX_REPORT_BYTES },
    async (request, reply) => {
      const { outputs, duration_seconds: durationSeconds, ...facts } = request.body;
      const named = outputs.map(({ name, content_type: contentType }) => ({ name, contentType }));
      await completeJob(deps, leaseOf(request), { ...facts, durationSeconds, outputs: named });
      return reply.code(204).send();
    },
  );
}

function failRoute(app: App, deps: Deps): void {
  const schema = { ...underLease, summary: 'Fail a job', body: FailureSchema };
  app.post(`${JOB_PATH}/fail`, { schema, config }, async (request, reply) => {
    const { error, error_code: errorCode, final } = request.body;
    await failJob(deps, leaseOf(request), { error, errorCode, final });
    return reply.code(204).send();
  });
}

function giveBackRoute(app: App, deps: Deps): void {
  const schema = { ...underLease, summary: 'Return a job to the queue' };
  app.post(`${JOB_PATH}/give-back`, { schema, config }, async (request, reply) => {
    await giveBackJob(deps, leaseOf(request));
    return reply.code(204).send();
  });
}
