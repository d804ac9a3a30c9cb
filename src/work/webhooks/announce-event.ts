import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { readSettings } from '../../tenancy/settings/index.ts';
import type { EventPayload } from './events.ts';
import { deliverJob } from './jobs.ts';
import { insertDelivery } from './queries/deliveries.ts';

export type AnnounceDeps = { tx: Tx; queue: Pick<Queue, 'send'>; clock: Clock };

export type Announcement = {
  accountId: string;
  /** The job, batch, clone or design that the event is about. */
  subjectId: string;
  /** The checked `webhook_url` of the request. */
  url: string | null;
  /** Without a `url`, use the account's default. */
  orDefault: boolean;
  payload: EventPayload;
};

/**
 * Belongs in the transaction that ends the job, batch, clone or design: event and end are one commit. A second
 * announcement of the same end is not sent. Without an address nothing is recorded.
 */
export async function announceEvent(
  deps: AnnounceDeps,
  { accountId, subjectId, url, orDefault, payload }: Announcement,
): Promise<void> {
  const target = url ?? (orDefault ? (await readSettings({ db: deps.tx }, accountId)).webhookUrl : null);
  if (target === null) return;
  const now = deps.clock.now();
  const deliveryId = await insertDelivery(deps.tx, {
    id: uuidv7(now.getTime()),
    accountId,
    event: payload.event,
    subjectId,
    url: target,
    payload,
    replayOf: null,
    now,
  });
  if (deliveryId) await deps.queue.send(deps.tx, deliverJob, { accountId, deliveryId, attempt: 1 });
}
