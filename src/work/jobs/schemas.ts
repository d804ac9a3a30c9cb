import { type Static, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { JOB_STATUSES } from './job.ts';

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description?: string,
) => Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const Time = Type.String({ format: 'date-time' });

const JobStatusSchema = Type.Union(JOB_STATUSES.map((status) => Type.Literal(status)));

export const JobSchema = Type.Object(
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
    duration_seconds: Nullable(Type.Number()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    video_model: Nullable(Type.String(), 'Lip-sync model.'),
    lipsync: Nullable(Type.Union([Type.Literal('neural'), Type.Literal('procedural')])),
    credits: Type.Integer({ description: 'Reserved until the job ends, then its cost.' }),
    refunded_cents: Type.Integer({ description: 'Prepaid credit returned when the job failed.' }),
    attempts: Type.Integer(),
    error: Nullable(Type.String()),
    error_code: Nullable(Type.String()),
    batch_id: Nullable(Type.String()),
    dub_id: Nullable(Type.String(), 'The dub that the job renders.'),
    request_id: Type.String(),
  },
  { title: 'Job' },
);

export const JobPage = Type.Object({ jobs: Type.Array(JobSchema), next_cursor: NextCursor });
export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const JobQuery = Type.Composite([
  PageQuery,
  Type.Object({
    status: Type.Optional(JobStatusSchema),
    kind: Type.Optional(Type.String({ maxLength: 40 })),
  }),
]);
export type JobQuery = Static<typeof JobQuery>;
