import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { announceEvents, LISTING_TAKEN_DOWN, LISTING_UNLISTED } from '../../work/webhooks/index.ts';
import { insertNotices, type NoticeRow } from './queries/licences.ts';

type Deps = { tx: Tx; clock: Clock };
type Listing = { id: string; title: string };

/** `usableUntil` is null when the voice was deleted. */
export function notifyUnlisted(
  deps: Deps,
  { id, title }: Listing,
  accountIds: readonly string[],
  usableUntil: Date | null,
): Promise<void> {
  const payload = LISTING_UNLISTED.payload({
    listing_id: id,
    voice_id: id,
    title,
    usable_until: usableUntil?.toISOString() ?? null,
  });
  return notify(deps, accountIds, payload, {
    listing_id: id,
    title,
    reason: null,
    usable_until: usableUntil,
  });
}

export function notifyTakenDown(
  deps: Deps,
  { id, title }: Listing,
  accountIds: readonly string[],
  reason: string,
): Promise<void> {
  const payload = LISTING_TAKEN_DOWN.payload({ listing_id: id, voice_id: id, title, reason });
  return notify(deps, accountIds, payload, { listing_id: id, title, reason, usable_until: null });
}

/** Keeps a notice for each account and announces it to the account's webhook. */
async function notify(
  { tx, clock }: Deps,
  accountIds: readonly string[],
  payload: ReturnType<typeof LISTING_UNLISTED.payload>,
  about: Pick<NoticeRow, 'listing_id' | 'title' | 'reason' | 'usable_until'>,
): Promise<void> {
  const now = clock.now();
  const notices = accountIds.map((accountId) => ({
    ...about,
    id: uuidv7(now.getTime()),
    account_id: accountId,
    event: payload.event,
    created_at: now,
  }));
  if (notices.length === 0) return;
  await insertNotices(tx, notices);
  // The id of the notice: every account gets its own event, once.
  for (const { id, account_id: accountId } of notices)
    await announceEvents({ tx, clock }, accountId, [{ subjectId: id, url: null, orDefault: true, payload }]);
}
