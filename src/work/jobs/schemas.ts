import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import type { JobDetail } from './details.ts';
import { JOB_STATUSES } from './job.ts';

const Nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const Time = Type.String({ format: 'date-time' });

const JobStatusSchema = Type.Union(JOB_STATUSES.map((status) => Type.Literal(status)));

export type JobSchema = ReturnType<typeof jobSchema>;

export function jobSchema(details: readonly JobDetail[]) {
  const fields = (after: JobDetail['after']): Record<string, TSchema> =>
    Object.fromEntries(
      details
        .filter((one) => one.after === after)
        .map(({ name, schema, description }) => [name, Nullable(schema, description)]),
    );
  return Type.Object(
    {
      job_id: Type.String(),
      kind: Type.String({ description: 'Kind of the job, such as `video`.' }),
      status: JobStatusSchema,
      stage: Type.String({ description: 'Current step, such as `rendering`.' }),
      progress: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Share of the work that is done. Never decreases.',
      }),
      poll: Type.String(),
      events: Type.String({ description: 'Path of the event stream.' }),
      created_at: Time,
      started_at: Nullable(Time),
      finished_at: Nullable(Time),
      output_url: Nullable(Type.String(), 'The result, readable without a key for 7 days.'),
      thumbnail_url: Nullable(Type.String(), 'A still of the video, readable like `output_url`.'),
      captions_url: Nullable(Type.String(), 'WebVTT captions, readable like `output_url`.'),
      provenance_id: Nullable(
        Type.String(),
        'Names the file in `GET /api/v1/provenance/{id}` and in its manifest.',
      ),
      duration_seconds: Nullable(Type.Number()),
      width: Nullable(Type.Integer()),
      height: Nullable(Type.Integer()),
      ...fields('result'),
      credits: Type.Integer({ description: 'Reserved until the job ends, then its cost.' }),
      refunded_cents: Type.Integer({ description: 'Prepaid credit returned when the job failed.' }),
      attempts: Type.Integer(),
      error: Nullable(Type.String()),
      error_code: Nullable(Type.String()),
      batch_id: Nullable(Type.String()),
      ...fields('batch'),
      request_id: Type.String(),
      trace_id: Nullable(
        Type.String({ description: 'Where the operator traces the call that ordered the job.' }),
      ),
    },
    { title: 'Job' },
  );
}

export const jobPage = (job: JobSchema) => Type.Object({ jobs: Type.Array(job), next_cursor: NextCursor });
export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const JobQuery = Type.Composite([
  PageQuery,
  Type.Object({
    status: Type.Optional(JobStatusSchema),
    kind: Type.Optional(Type.String({ maxLength: 40 })),
  }),
]);
export type JobQuery = Static<typeof JobQuery>;
