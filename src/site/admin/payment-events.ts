import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { type App, callerOf, errors, NextCursor, PageQuery } from '../../http/index.ts';
import {
  type EventRow,
  findPaymentEvent,
  listPaymentEvents,
  type PaymentEventDeps,
  releaseEvent,
  replayEvent,
} from '../../money/payment-events/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const params = Type.Object({ id: Type.String() });
const AccountId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

const STATES = ['stored', 'acted', 'ignored', 'held'].map((state) => Type.Literal(state));
const Nullable = Type.Union([Type.String(), Type.Null()]);

const EventView = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    type: Type.String(),
    reference: Nullable,
    status: Type.String({ description: 'stored, acted, ignored or held (waits for a release).' }),
    note: Type.Union([Type.String(), Type.Null()], { description: 'What was done, or why nothing was.' }),
    account_id: Nullable,
    body_signed: Type.Boolean({ description: 'False when the signature does not cover the body.' }),
    attempts: Type.Integer(),
    received_at: Type.String(),
    acted_at: Nullable,
  },
  { title: 'PaymentEvent' },
);
const EventWithPayload = Type.Composite([
  EventView,
  Type.Object({
    payload: Type.Union([Type.String(), Type.Null()], { description: 'The body as it arrived.' }),
  }),
]);

const ReleaseBody = Type.Object({
  cents: Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'What the payment is worth.' }),
  account_id: Type.Optional(Type.String({ description: 'Whose it is, if the payment does not say.' })),
  note: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, kept with the event.' }),
});

const response = { 200: EventWithPayload, ...errors(403, 404) };
const changed = { ...response, ...errors(409) };

export function paymentEventAdminRoutes(deps: PaymentEventDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    readRoute(app, deps);
    replayRoute(app, deps);
    releaseRoute(app, deps);
  };
}

function listRoute(app: App, deps: PaymentEventDeps): void {
  const schema = {
    tags,
    summary: 'List payment webhooks that were received',
    querystring: Type.Intersect([
      PageQuery,
      Type.Object({
        status: Type.Optional(Type.Union(STATES)),
        provider: Type.Optional(Type.String({ maxLength: 40 })),
        account_id: Type.Optional(AccountId),
      }),
    ]),
    response: {
      200: Type.Object({ payment_events: Type.Array(EventView), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/payment-events', { schema, config }, async ({ query }) => {
    const { events, nextCursor } = await listPaymentEvents(deps.db, query);
    return { payment_events: events.map(viewOf), next_cursor: nextCursor };
  });
}

function readRoute(app: App, deps: PaymentEventDeps): void {
  const schema = { tags, summary: 'Read a payment webhook with its payload', params, response };
  app.get('/api/admin/payment-events/:id', { schema, config }, async (request) =>
    withPayload(await findPaymentEvent(deps.db, request.params.id)),
  );
}

function replayRoute(app: App, deps: PaymentEventDeps): void {
  const schema = {
    tags,
    summary: 'Act again on a payment webhook that had no effect',
    params,
    response: changed,
  };
  app.post('/api/admin/payment-events/:id/replay', { schema, config }, async (request) =>
    withPayload(await replayEvent(deps, request.params.id, actorOf(request))),
  );
}

function releaseRoute(app: App, deps: PaymentEventDeps): void {
  const schema = {
    tags,
    summary: 'Credit a held payment',
    description:
      'For payments in a currency without a rate, of another amount than ordered, of nobody known, or for a second plan. The order is closed and the invoice written, as if the payment had not been held. What would give the same order twice becomes credit.',
    params,
    body: ReleaseBody,
    response: changed,
  };
  app.post('/api/admin/payment-events/:id/release', { schema, config }, async (request) => {
    const { cents, note, account_id: accountId = null } = request.body;
    const by = { by: actorOf(request), admin: callerOf(request).email };
    return withPayload(await releaseEvent(deps, request.params.id, { accountId, cents, note, ...by }));
  });
}

function viewOf(row: EventRow): Static<typeof EventView> {
  const { received_at, acted_at, id, provider, type, reference, status, note } = row;
  const { account_id, body_signed, attempts } = row;
  const times = { received_at: received_at.toISOString(), acted_at: acted_at?.toISOString() ?? null };
  return { id, provider, type, reference, status, note, account_id, body_signed, attempts, ...times };
}

function withPayload(row: EventRow & { payload: string | null }): Static<typeof EventWithPayload> {
  return { ...viewOf(row), payload: row.payload };
}
