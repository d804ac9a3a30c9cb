import { type Static, Type } from '@sinclair/typebox';
import { JobSchema } from '../../work/jobs/index.ts';
import { QuoteFields } from '../estimates/index.ts';

const DryRun = Type.Boolean({
  description: 'Judges every line and says what all would cost; enqueues nothing.',
});
const BatchWebhook = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Told `batch.completed` when every job has ended. HTTPS in production.',
});

export const BatchRequestSchema = Type.Object(
  {
    // Judged one by one, so that every bad line is named and not only the first.
    items: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          'Bodies of POST /api/v1/generate. Each becomes a film, of the default avatar unless it says.',
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

/** Beside a body of lines there is no other place for them. */
export const BatchQuery = Type.Object({
  dry_run: Type.Optional(DryRun),
  webhook_url: Type.Optional(BatchWebhook),
});
export type BatchQuery = Static<typeof BatchQuery>;

const RequestId = Type.Optional(Type.String({ description: 'As the line had it.' }));

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

export const BatchRehearsal = Type.Object(
  {
    valid: Type.Integer(),
    invalid: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Counted from 1.' }),
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
  { title: 'BatchRehearsal' },
);
export type BatchRehearsal = Static<typeof BatchRehearsal>;

export const BatchParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const BatchView = Type.Object(
  {
    id: Type.String(),
    status: Type.Union([Type.Literal('pending'), Type.Literal('COMPLETED')]),
    metrics: Type.Object({
      totalGenerations: Type.Integer(),
      successCount: Type.Integer(),
      failedCount: Type.Integer({ description: 'Failed and canceled ones.' }),
      pendingCount: Type.Integer(),
    }),
    jobs: Type.Array(JobSchema),
  },
  { title: 'Batch' },
);
