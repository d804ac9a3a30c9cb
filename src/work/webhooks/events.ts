import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';

/** A payload has `event` first, then the fields of its definition in their order. */
export type EventPayload = { event: string; [field: string]: unknown };

/** An event as it is documented. Whatever announces an event declares it. */
export type EventDefinition = { name: string; summary: string; fields: TProperties };

export type DefinedEvent<Fields extends TProperties> = EventDefinition & {
  payload(values: Static<TObject<Fields>>): EventPayload;
};

export function defineEvent<Fields extends TProperties>(
  name: string,
  summary: string,
  fields: Fields,
): DefinedEvent<Fields> {
  return {
    name,
    summary,
    fields,
    payload: (values) => {
      const named = new Map(Object.entries(values));
      const given = Object.keys(fields).filter((key) => named.get(key) !== undefined);
      return { event: name, ...Object.fromEntries(given.map((key) => [key, named.get(key)])) };
    },
  };
}

const Text = Type.String();

export const BATCH_COMPLETED = defineEvent('batch.completed', 'Every job of a batch has ended', {
  id: Text,
  status: Type.Literal('COMPLETED'),
  metrics: Type.Object({
    totalGenerations: Type.Integer(),
    successCount: Type.Integer(),
    failedCount: Type.Integer(),
    pendingCount: Type.Integer(),
  }),
});

export const USAGE_ALERT = defineEvent('usage.alert', 'A set percentage of the monthly credits is used', {
  percent: Type.Integer(),
  used_credits: Type.Integer(),
  included_credits: Type.Integer(),
  resets_at: Type.String({ format: 'date-time' }),
});

export const AUTO_TOP_UP_FAILED = defineEvent(
  'auto_top_up.failed',
  'The saved card was declined, and automatic top-up was turned off',
  {
    amount_cents: Type.Integer(),
    error: Type.String({ description: "The card provider's reason, such as insufficient_funds." }),
  },
);

export const WEBHOOK_TEST = defineEvent('webhook.test', 'A test event was requested', {
  message: Text,
  sent_at: Text,
});

const SUCCESS_TIMEOUT_MS = 30_000;
const FAILURE_TIMEOUT_MS = 15_000;

export function timeoutMsOf(event: string): number {
  return event.endsWith('.failed') ? FAILURE_TIMEOUT_MS : SUCCESS_TIMEOUT_MS;
}

export function schemaOfEvent({ name, fields }: EventDefinition) {
  return Type.Object({ event: Type.Literal(name), ...fields }, { additionalProperties: false });
}

/** The `webhooks` section of the OpenAPI document. */
export function documentEvents(events: readonly EventDefinition[]): Record<string, object> {
  return Object.fromEntries(
    events.map((event) => {
      const content = { 'application/json': { schema: schemaOfEvent(event) } };
      const responses = { '2XX': { description: 'Received. Any other status counts as a failed delivery.' } };
      const { name, summary } = event;
      const described = {
        operationId: `event_${name.replaceAll('.', '_')}`,
        tags: ['Webhooks'],
        summary,
        description: `${summary}. Sent to your webhook URL.`,
        security: [],
      };
      return [name, { post: { ...described, requestBody: { content }, responses } }];
    }),
  );
}
