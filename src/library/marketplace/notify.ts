import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { areWebhooksBehind, broadcastEvents, type EventPayload } from '../../work/webhooks/index.ts';
import { LISTING_PRICE_CHANGED, LISTING_TAKEN_DOWN, LISTING_UNLISTED } from './events.ts';
import { insertNotices, type NewNotice, takeTurnToAnnounce, takeUnannounced } from './queries/notices.ts';

type Deps = { tx: Tx; clock: Clock };
type Listing = { id: string; title: string };

/** Announced at once. A listing may have a hundred thousand licensees; the webhooks of the others follow. */
const BATCH = 500;

/** A listing that is published and unlisted by turns tells its licensees once in this time. */
const QUIET_MS = 24 * 3_600_000;

/** Tells the licensees. `usableUntil` is null when the voice was deleted. */
export function notifyUnlisted(
  deps: Deps,
  listing: Listing,
  { usableUntil }: { usableUntil: Date | null },
): Promise<void> {
  const payload = LISTING_UNLISTED.payload({
    ...namesOf(listing),
    usable_until: usableUntil?.toISOString() ?? null,
  });
  const quietSince = usableUntil && new Date(deps.clock.now().getTime() - QUIET_MS);
  return notify(deps, listing, payload, { usableUntil, quietSince });
}

/** Tells the seller and the licensees. */
export function notifyTakenDown(
  deps: Deps,
  listing: Listing,
  { sellerId, reason }: { sellerId: string; reason: string },
): Promise<void> {
  const payload = LISTING_TAKEN_DOWN.payload({ ...namesOf(listing), reason });
  return notify(deps, listing, payload, { sellerId, reason });
}

/** Tells the licensees, for whom the next use has another price. */
export function notifyPriceChanged(
  deps: Deps,
  listing: Listing,
  { previous, price }: { previous: number; price: number },
): Promise<void> {
  const payload = LISTING_PRICE_CHANGED.payload({
    ...namesOf(listing),
    price_credits: price,
    previous_price_credits: previous,
  });
  const reason = `A use costs ${price} credits on top of the characters. It cost ${previous} before.`;
  return notify(deps, listing, payload, { reason });
}

function namesOf({ id, title }: Listing) {
  return { listing_id: id, voice_id: id, title };
}

async function notify(
  { tx, clock }: Deps,
  { id, title }: Listing,
  payload: EventPayload,
  about: Partial<Pick<NewNotice, 'sellerId' | 'reason' | 'usableUntil' | 'quietSince'>>,
): Promise<void> {
  const { sellerId = null, reason = null, usableUntil = null, quietSince = null } = about;
  const to = { listingId: id, title, sellerId, quietSince };
  await insertNotices(tx, { ...to, reason, usableUntil, payload, now: clock.now() });
  await announceBatch({ tx, clock });
}

/** Announces the next batch of notices to the webhooks of their accounts, while the queue of webhooks is short. */
export function announceNotices({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await takeTurnToAnnounce(tx);
    return announceBatch({ tx, clock });
  });
}

async function announceBatch(deps: Deps): Promise<number> {
  if (await areWebhooksBehind(deps)) return 0;
  const notices = await takeUnannounced(deps.tx, BATCH);
  await broadcastEvents(deps, notices);
  return notices.length;
}
