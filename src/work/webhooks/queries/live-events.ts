import { sql, type Tx } from '../../../platform/database/index.ts';
import type { EventPayload } from '../events.ts';

export const LIVE_CHANNEL = 'webhook_event';

/** `id` is the `webhook-id`. */
export type LiveEvent = { id: string; accountId: string; payload: EventPayload };

/** PostgreSQL refuses notifications of 8,000 bytes or more. */
const PART_BYTES = 7_500;

/** Tells listeners on all nodes when the transaction commits. */
export async function notifyListeners(tx: Tx, events: readonly LiveEvent[]): Promise<void> {
  const parts = JSON.stringify(events.flatMap(partsOf));
  await sql`
    SELECT pg_notify(${LIVE_CHANNEL}, part) FROM json_array_elements_text(${parts}::json) AS part`.execute(
    tx,
  );
}

/** Notifications of one transaction arrive in order and with nothing between them. */
function partsOf({ id, accountId, payload }: LiveEvent): string[] {
  const text = Buffer.from(JSON.stringify({ id, accountId, payload })).toString('base64');
  const count = Math.ceil(text.length / PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * PART_BYTES, (index + 1) * PART_BYTES);
    return `${id} ${index + 1}/${count} ${part}`;
  });
}

/** Puts the parts together. Returns null until the last part of an event arrived. */
export function createPartReader(): (part: string) => LiveEvent | null {
  let id = '';
  let text = '';
  return (notification) => {
    const [eventId = '', place = '', part = ''] = notification.split(' ');
    const [index, count] = place.split('/');
    text = index === '1' ? part : eventId === id ? `${text}${part}` : '';
    id = eventId;
    if (index !== count || text === '') return null;
    return JSON.parse(Buffer.from(text, 'base64').toString());
  };
}
