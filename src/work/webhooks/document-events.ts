import { type TSchema, Type } from '@sinclair/typebox';
import type { EventName } from './events.ts';

const Text = Type.String();
const made = { voice_id: Text, status: Type.Literal('ready'), name: Text, engine: Text };
const notMade = { voice_id: Text, status: Type.Literal('failed'), error: Text };

/** The bodies as OpenAPI tells of them, with what each is about. */
const DOCUMENTED: Record<EventName, { summary: string; fields: Record<string, TSchema> }> = {
  'video.completed': {
    summary: 'A job is completed',
    fields: {
      job_id: Text,
      status: Type.Literal('completed'),
      output_url: Type.String({ description: 'Where the MP4 is.' }),
      duration_seconds: Type.Number(),
    },
  },
  'video.failed': {
    summary: 'A job has failed',
    fields: {
      job_id: Text,
      status: Type.Literal('failed'),
      error: Text,
      refunded_cents: Type.Integer({ description: 'Prepaid credit that went back to the wallet.' }),
    },
  },
  'batch.completed': {
    summary: 'Every job of a batch is completed or failed',
    fields: {
      id: Text,
      status: Type.Literal('COMPLETED'),
      metrics: Type.Object({
        totalGenerations: Type.Integer(),
        successCount: Type.Integer(),
        failedCount: Type.Integer(),
        pendingCount: Type.Integer(),
      }),
    },
  },
  'clone.ready': { summary: 'A clone can be used', fields: { clone_id: Text, ...made } },
  'clone.failed': { summary: 'A clone has failed', fields: { clone_id: Text, ...notMade } },
  'design.ready': { summary: 'A design can be used', fields: { design_id: Text, ...made, prompt: Text } },
  'design.failed': { summary: 'A design has failed', fields: { design_id: Text, ...notMade } },
};

export function schemaOfEvent(event: EventName): TSchema {
  const { fields } = DOCUMENTED[event];
  return Type.Object({ event: Type.Literal(event), ...fields }, { additionalProperties: false });
}

/** The `webhooks` of the OpenAPI document. */
export function documentEvents(): Record<string, object> {
  const events = Object.entries(DOCUMENTED) as [EventName, { summary: string }][];
  return Object.fromEntries(
    events.map(([event, { summary }]) => {
      const content = { 'application/json': { schema: schemaOfEvent(event) } };
      const responses = { '2XX': { description: 'Received. Anything else counts as not delivered.' } };
      return [event, { post: { tags: ['Webhooks'], summary, requestBody: { content }, responses } }];
    }),
  );
}
