import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors } from '../../http/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import type { Storage } from '../../platform/storage/index.ts';
import {
  completeJob,
  failJob,
  giveBackJob,
  type JobDeps,
  reportProgress,
  reserveMeasured,
  saveCheckpoint,
} from '../jobs/index.ts';
import { touchWorkerOf } from './registry.ts';
import { FILE_NAME, JobParams, LeaseHeaders, leaseOf, OutputName } from './schemas.ts';

/**
 * Checkpoints and products may be this large: the script of a film of half an hour exceeds the limit of other requests.
 */
const bodyLimit = 16 * MEGABYTE;

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
const MeasuredQuantities = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Number({ minimum: 0, maximum: 1e6 }),
  { description: 'Measured quantity per metered unit, such as `video_second`.' },
);
const MeasuredSchema = Type.Object({ measured: MeasuredQuantities });
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

/** A worker uses these routes to report on the job that it holds. */
export function jobRoutes(deps: JobDeps & { storage: Storage }): FastifyPluginAsyncTypebox {
  const config = { auth: 'worker', bucket: 'none' } as const;
  const root = '/api/internal/workers/jobs/:id';
  const common = {
    tags: ['Workers'],
    params: JobParams,
    headers: LeaseHeaders,
    response: { 204: { type: 'null', description: 'Done.' }, ...errors(400, 409) },
  };

  return async (app) => {
    const reportSchema = { ...common, summary: 'Report progress and renew the lease', body: Report };
    app.post(`${root}/report`, { schema: reportSchema, config }, async (request, reply) => {
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
    app.post(`${root}/reserve`, { schema: reserveSchema, config }, async (request, reply) => {
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
      `${root}/checkpoint`,
      { schema: checkpointSchema, config, bodyLimit },
      async (request, reply) => {
        const { checkpoint: data, file } = request.body;
        await saveCheckpoint(deps, leaseOf(request), { data, file });
        return reply.code(204).send();
      },
    );

    const completeSchema = { ...common, summary: 'Complete a job', body: Completion };
    app.post(`${root}/complete`, { schema: completeSchema, config, bodyLimit }, async (request, reply) => {
      const { outputs, duration_seconds: durationSeconds, ...facts } = request.body;
      const named = outputs.map(({ name, content_type: contentType }) => ({ name, contentType }));
      await completeJob(deps, leaseOf(request), { ...facts, durationSeconds, outputs: named });
      return reply.code(204).send();
    });

    const failSchema = { ...common, summary: 'Fail a job', body: FailureSchema };
    app.post(`${root}/fail`, { schema: failSchema, config }, async (request, reply) => {
      const { error, error_code: errorCode, final } = request.body;
      await failJob(deps, leaseOf(request), { error, errorCode, final });
      return reply.code(204).send();
    });

    const backSchema = { ...common, summary: 'Return a job to the queue' };
    app.post(`${root}/give-back`, { schema: backSchema, config }, async (request, reply) => {
      await giveBackJob(deps, leaseOf(request));
      return reply.code(204).send();
    });
  };
}
