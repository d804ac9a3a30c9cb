import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { readSettings } from '../../tenancy/settings/index.ts';
import { type EventPayload, goesToDefault, subjectOf } from './events.ts';
import { deliverJob } from './jobs.ts';
import { insertDelivery } from './queries/deliveries.ts';

export type AnnounceDeps = { tx: Tx; queue: Pick<Queue, 'send'>; clock: Clock };

export type Announcement = {
  accountId: string;
  /** The `webhook_url` of the request, already judged; null leaves it to the account's default. */
  url: string | null;
  payload: EventPayload;
};

/**
 * Belongs in the transaction that ends the job, batch, clone or design: event and end are one commit. A second
 * announcement of the same end is not sent. Without an address nothing is recorded.
 */
export async function announceEvent(
  deps: AnnounceDeps,
  { accountId, url, payload }: Announcement,
): Promise<void> {
  const target = url ?? (await defaultUrl(deps, accountId, payload));
  if (target === null) return;
  const now = deps.clock.now();
  const deliveryId = await insertDelivery(deps.tx, {
    id: uuidv7(now.getTime()),
    accountId,
    event: payload.event,
    subjectId: subjectOf(payload),
    url: target,
    payload,
    replayOf: null,
    now,
  });
  if (deliveryId) await deps.queue.send(deps.tx, deliverJob, { accountId, deliveryId, attempt: 1 });
}

async function defaultUrl(
  deps: AnnounceDeps,
  accountId: string,
  { event }: EventPayload,
): Promise<string | null> {
  if (!goesToDefault(event)) return null;
  return (await readSettings({ db: deps.tx }, accountId)).webhookUrl;
}
