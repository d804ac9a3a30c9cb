import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { BatchSummary, JobSchema } from '../../work/jobs/index.ts';
import { QuoteFields } from '../estimates/index.ts';

const DryRun = Type.Boolean({
  description: 'Checks every line and estimates the cost; enqueues nothing.',
});
const BatchWebhook = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Webhook URL for `batch.completed`, sent when every job has ended. HTTPS in production.',
});

export const BatchRequestSchema = Type.Object(
  {
    // Items are validated one by one, so that the error names every bad line, not only the first.
    items: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          'Bodies of POST /api/v1/generate. Each becomes a video, of the default avatar unless it names one.',
        examples: [[{ text: 'Hello there.' }, { text: 'Goodbye.', avatar_id: 'default' }]],
      }),
    ),
    jsonl: Type.Optional(
      Type.String({
        description:
          'Alternative to `items`: one JSON object per line, `{ "request_id": "…", "payload": { … } }`. Each `request_id` is unique within the batch.',
        examples: ['{"request_id":"a","payload":{"text":"Hello there."}}'],
      }),
    ),
    dry_run: Type.Optional(DryRun),
    webhook_url: Type.Optional(BatchWebhook),
  },
  { title: 'BatchRequest' },
);
export type BatchRequest = Static<typeof BatchRequestSchema>;

/** A JSON Lines body has no room for these fields. */
export const BatchQuery = Type.Object({
  dry_run: Type.Optional(DryRun),
  webhook_url: Type.Optional(BatchWebhook),
});
export type BatchQuery = Static<typeof BatchQuery>;

const RequestId = Type.Optional(Type.String({ description: 'The `request_id` of the line.' }));

export const BatchQueued = Type.Object(
  {
    id: Type.String(),
    batch_size: Type.Integer(),
    poll: Type.String(),
    jobs: Type.Array(
      Type.Object({
        job_id: Type.String(),
        status: Type.Literal('queued'),
        poll: Type.String(),
        request_id: RequestId,
      }),
    ),
  },
  { title: 'BatchQueued' },
);
export type BatchQueued = Static<typeof BatchQueued>;

export const BatchDryRun = Type.Object(
  {
    valid: Type.Integer(),
    invalid: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Line number, from 1.' }),
        request_id: RequestId,
        ok: Type.Boolean(),
        error: Type.Optional(Type.String()),
      }),
    ),
    estimate: Type.Composite([
      Type.Object({ characters: Type.Integer(), duration_seconds: Type.Number(), credits: Type.Integer() }),
      QuoteFields,
    ]),
  },
  { title: 'BatchDryRun' },
);
export type BatchDryRun = Static<typeof BatchDryRun>;

export const BatchParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
const summary = {
  id: Type.String(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('COMPLETED')], {
    description: '`COMPLETED` once every job has ended.',
  }),
  metrics: Type.Object({
    totalGenerations: Type.Integer(),
    successCount: Type.Integer(),
    failedCount: Type.Integer({ description: 'Failed and canceled jobs.' }),
    pendingCount: Type.Integer(),
  }),
  created_at: Type.String({ format: 'date-time' }),
  finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
};
const BatchSummaryView = Type.Object({ ...summary, poll: Type.String() }, { title: 'BatchSummary' });
export const BatchPage = Type.Object({ batches: Type.Array(BatchSummaryView), next_cursor: NextCursor });
export const batchView = (job: JobSchema) =>
  Type.Object({ ...summary, jobs: Type.Array(job) }, { title: 'Batch' });

export function summaryOf({ id, metrics, createdAt, finishedAt }: BatchSummary) {
  return {
    id,
    status: finishedAt ? ('COMPLETED' as const) : ('pending' as const),
    metrics,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
