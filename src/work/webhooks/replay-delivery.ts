import { isUuid } from '../../http/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { AnnounceDeps } from './announce-event.ts';
import { DeliveryNotFound, DeliveryUnderWay } from './errors.ts';
import { deliverJob } from './jobs.ts';
import { type DeliveryRow, findDelivery, insertDelivery } from './queries/deliveries.ts';

/** Sends the same event to the same address once more, as a delivery of its own. */
export async function replayDelivery(
  deps: AnnounceDeps,
  accountId: string,
  id: string,
): Promise<DeliveryRow> {
  const original = isUuid(id) ? await findDelivery(deps.tx, accountId, id) : undefined;
  if (!original) throw new DeliveryNotFound();
  if (original.finished_at === null) throw new DeliveryUnderWay();
  const now = deps.clock.now();
  const deliveryId = uuidv7(now.getTime());
  await insertDelivery(deps.tx, {
    id: deliveryId,
    accountId,
    event: original.event,
    subjectId: original.subject_id,
    url: original.url,
    payload: original.payload,
    replayOf: original.replay_of ?? original.id,
    now,
  });
  await deps.queue.send(deps.tx, deliverJob, { accountId, deliveryId, attempt: 1 });
  const replay = await findDelivery(deps.tx, accountId, deliveryId);
  if (!replay) throw new DeliveryNotFound();
  return replay;
}
