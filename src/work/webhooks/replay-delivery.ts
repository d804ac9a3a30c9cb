import { isUuid } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { AnnounceDeps } from './announce-event.ts';
import { DeliveryNotFound, DeliveryUnderWay } from './errors.ts';
import type { EventPayload } from './events.ts';
import { type DeliveryRow, findDelivery, insertDeliveries } from './queries/deliveries.ts';
import { notifyListeners } from './queries/live-events.ts';

export type AnnouncedEvent = { accountId: string; subjectId: string; event: string };

export type ReplayDeps = {
  /** The payload as it would be announced now, with signed addresses that are valid again. Null: no longer known. */
  renewPayload(db: Db, event: AnnouncedEvent): Promise<EventPayload | null>;
};

/** Sends the same event to the same address once more, as a delivery of its own. */
export async function replayDelivery(
  { tx, clock, renewPayload }: AnnounceDeps & ReplayDeps,
  accountId: string,
  id: string,
): Promise<DeliveryRow> {
  const original = isUuid(id) ? await findDelivery(tx, accountId, id) : undefined;
  if (!original) throw new DeliveryNotFound();
  if (original.finished_at === null) throw new DeliveryUnderWay();
  const { subject_id: subjectId, event, url } = original;
  const now = clock.now();
  const replayId = uuidv7(now.getTime());
  const payload = (await renewPayload(tx, { accountId, subjectId, event })) ?? original.payload;
  const replayOf = original.replay_of ?? original.id;
  const replay = { id: replayId, accountId, subjectId, url, payload, replayOf };
  await insertDeliveries(tx, { now, deliveries: [replay] });
  await notifyListeners(tx, [{ id: replayOf, accountId, payload }]);
  const row = await findDelivery(tx, accountId, replayId);
  if (!row) throw new DeliveryNotFound();
  return row;
}
