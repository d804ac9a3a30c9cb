import { Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { EVENT_PATTERNS } from './event-patterns.ts';
import type { DeliveryRow } from './queries/deliveries.ts';

const STATUSES = ['pending', 'sending', 'delivered', 'failed'];
const OneOf = (values: string[], description: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  );
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const NullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

export const DeliveryView = Type.Object(
  {
    id: Type.String(),
    event: Type.String({ description: 'Name of the event, such as `video.completed`.' }),
    subject_id: Type.String({ description: 'Id of the job, batch, clone or design.' }),
    url: Type.String(),
    status: OneOf(STATUSES, 'A delivery waiting for its next attempt is pending.'),
    attempts: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the last attempt.',
    }),
    response_body: Nullable('The first 1,024 bytes of the last response.'),
    error: Nullable(
      'Why the last attempt failed: unexpected_status, outbound_timeout, outbound_unreachable, outbound_redirect, ' +
        'url_not_allowed, or interrupted when the server stopped during it.',
    ),
    payload: Type.Object({}, { additionalProperties: true, description: 'The request body.' }),
    replay_of: Nullable('For a replay: the first delivery of the event.'),
    created_at: Type.String({ format: 'date-time' }),
    attempted_at: NullableTime('Start of the last attempt.'),
    next_attempt_at: NullableTime('When a pending delivery is due.'),
    finished_at: NullableTime('When it was delivered or failed for good.'),
  },
  { title: 'WebhookDelivery' },
);

export const DeliveryPage = Type.Object({
  webhook_deliveries: Type.Array(DeliveryView),
  next_cursor: NextCursor,
});

export const DeliveryParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const DeliveryQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    event: Type.Optional(Type.String({ maxLength: 100, description: 'Only this event.' })),
    status: Type.Optional(OneOf(STATUSES, 'Only deliveries with this status.')),
    subject_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only events about this job, batch, clone or design.' }),
    ),
  }),
]);

export const ListenQuery = Type.Object({
  events: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: EVENT_PATTERNS,
      default: '*',
      description:
        'Names of events, separated by commas. `*` stands for all, `video.*` for all about videos.',
      examples: ['video.*,clone.ready'],
    }),
  ),
});

export const TestBody = Type.Union([
  Type.Object({
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Overrides the default webhook URL.',
        examples: ['https://hooks.example.com/vox'],
      }),
    ),
  }),
  Type.Null(),
]);

export const TestView = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver responded with 2xx.' }),
    url: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the response.' }),
    ms: Type.Integer({ description: 'Time until the response or the failure, in milliseconds.' }),
    response_body: Nullable('The first 1,024 bytes of the response.'),
    error: Nullable('Why it failed, as in a webhook delivery.'),
  },
  { title: 'WebhookTest' },
);

export function viewOf({ account_id: _, due_at, ...row }: DeliveryRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: row.status === 'pending' ? due_at.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
