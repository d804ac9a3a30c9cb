import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { readSettings, type Settings } from '../../tenancy/settings/index.ts';
import type { EventPayload } from './events.ts';
import { insertDeliveries, isBacklogged } from './queries/deliveries.ts';
import { notifyListeners } from './queries/live-events.ts';

export type AnnounceDeps = { tx: Tx; clock: Clock };

export type Announcement = {
  /** The job, batch, clone or design that the event is about. */
  subjectId: string;
  /** The checked `webhook_url` of the request. */
  url: string | null;
  /** Without a `url`, use the account's default. */
  orDefault: boolean;
  payload: EventPayload;
  /** Announced only to accounts with this setting on. */
  onlyWith?: OptionalEvents;
};

/** Settings that turn on events which are not sent by default. */
export type OptionalEvents = keyof Pick<Settings, 'webhookDubEvents'>;

/**
 * Call it in the transaction that ends the job, batch, clone or design, so that the event commits with the end it
 * announces. A second announcement of the same end is ignored. Without an address nothing is recorded, but listeners
 * hear of it.
 */
export async function announceEvents(
  { tx, clock }: AnnounceDeps,
  accountId: string,
  announcements: readonly Announcement[],
): Promise<void> {
  const needsSettings = announcements.some(
    ({ url, orDefault, onlyWith }) => (url === null && orDefault) || onlyWith,
  );
  const settings = needsSettings ? await readSettings({ db: tx }, accountId) : null;
  const defaultUrl = settings?.webhookUrl ?? null;
  const now = clock.now();
  const wanted = announcements.filter(({ onlyWith }) => !onlyWith || settings?.[onlyWith]);
  const events = wanted.map(({ subjectId, url, orDefault, payload }) => ({
    id: uuidv7(now.getTime()),
    accountId,
    subjectId,
    payload,
    replayOf: null,
    url: url ?? (orDefault ? defaultUrl : null),
  }));
  const inserted = await insertDeliveries(tx, { now, deliveries: events.filter(hasUrl) });
  const first = events.filter((event) => !hasUrl(event) || inserted.has(event.id));
  if (first.length > 0) await notifyListeners(tx, first);
}

function hasUrl<Event extends { url: string | null }>(event: Event): event is Event & { url: string } {
  return event.url !== null;
}

/** Due deliveries in the queue. With many more, finding the next one would take long for everybody. */
const MOST_DUE = 1_000;

/** Whether an announcement to many accounts should wait until the queue is shorter. */
export function areWebhooksBehind({ tx, clock }: AnnounceDeps): Promise<boolean> {
  return isBacklogged(tx, { now: clock.now(), limit: MOST_DUE });
}

export type BroadcastEvent = { accountId: string; subjectId: string; url: string; payload: EventPayload };

/** Announces one event to each of many accounts. */
export async function broadcastEvents(
  { tx, clock }: AnnounceDeps,
  events: readonly BroadcastEvent[],
): Promise<void> {
  const now = clock.now();
  const deliveries = events.map((event) => ({ ...event, id: uuidv7(now.getTime()), replayOf: null }));
  const inserted = await insertDeliveries(tx, { now, deliveries });
  const first = deliveries.filter(({ id }) => inserted.has(id));
  if (first.length > 0) await notifyListeners(tx, first);
}
