import { Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
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
    subject_id: Type.String({ description: 'The job, batch, clone or design that it is about.' }),
    url: Type.String(),
    status: OneOf(STATUSES, 'A delivery that waits for its next attempt is pending.'),
    attempts: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the last attempt.' }),
    response_body: Nullable('The beginning of the last answer, at most 1,024 bytes.'),
    error: Nullable(
      'Why the last attempt failed: unexpected_status, outbound_timeout, outbound_unreachable, outbound_redirect, ' +
        'url_not_allowed, or interrupted when the server ended during it.',
    ),
    payload: Type.Object({}, { additionalProperties: true, description: 'The body as it is sent.' }),
    replay_of: Nullable('The first delivery of the event, where this one is a replay.'),
    created_at: Type.String({ format: 'date-time' }),
    attempted_at: NullableTime('When the last attempt began.'),
    next_attempt_at: NullableTime('When a pending delivery is due.'),
    finished_at: NullableTime('When it was delivered or given up.'),
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
    status: Type.Optional(OneOf(STATUSES, 'Only deliveries in this state.')),
    subject_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only those about this job, batch, clone or design.' }),
    ),
  }),
]);

export function viewOf({ account_id: _, due_at, ...row }: DeliveryRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: row.status === 'pending' ? due_at.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
