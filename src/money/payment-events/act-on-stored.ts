import { actOnStored, type PaymentEventDeps } from './act-on-event.ts';
import { claimDueEvents } from './queries/events.ts';

const BATCH = 25;

/** Acts on events that were stored and not acted on: their node died, or the provider had to confirm them first. */
export async function actOnStoredEvents(deps: PaymentEventDeps): Promise<number> {
  const events = await claimDueEvents(deps.db, deps.clock.now(), BATCH);
  for (const event of events) {
    try {
      await actOnStored(deps, event);
    } catch (err) {
      // One that fails must not keep the others waiting; it is due again later.
      deps.log.error({ err, event: event.id }, 'a payment event could not be acted on');
    }
  }
  return events.length;
}
