import {
  type FoundPayment,
  InvalidPayload,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderApi,
  type ProviderName,
  type Providers,
} from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import { applyTold } from './receive-delivery.ts';

/** Longer than any provider repeats a delivery without a pause, so that a webhook that was down for a day is made up for. */
const WINDOW_MS = 48 * 3_600_000;
const LIST_MS = 120_000;

/**
 * Asks the providers for what they have sent and been paid, and acts on what never arrived. Both ways have the same keys,
 * so what did arrive is recognised. Returns how many were made up for.
 */
export async function reconcilePayments(deps: PaymentEventDeps, stopping: AbortSignal): Promise<number> {
  const { clock, log, providers } = deps;
  const since = new Date(clock.now().getTime() - WINDOW_MS);
  let missed = 0;
  for (const provider of PROVIDER_NAMES) {
    // Each has its own time, so that none waits for the one before.
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(LIST_MS)]);
    try {
      const events = eventsSince(providers, provider, since, signal);
      for await (const event of events) if (await makeUpFor(deps, provider, event)) missed += 1;
    } catch (err) {
      if (stopping.aborted) return missed;
      log.warn(
        { err, provider },
        'payments could not be compared with the provider; the next run tries again',
      );
    }
  }
  if (missed > 0) log.warn({ missed }, 'payment events had not been delivered; is the webhook set up?');
  return missed;
}

async function makeUpFor(deps: PaymentEventDeps, provider: ProviderName, event: object): Promise<boolean> {
  try {
    return await applyTold(deps, provider, event);
  } catch (err) {
    if (!(err instanceof InvalidPayload)) throw err;
    deps.log.warn({ err, provider }, 'an event of the provider cannot be read');
    return false;
  }
}

/** The provider's events, else its payments as its events would report them. */
async function* eventsSince(
  providers: Providers,
  name: ProviderName,
  since: Date,
  signal: AbortSignal,
): AsyncIterable<object> {
  const api: ProviderApi | undefined = providers[name];
  const { asking } = PROVIDERS[name];
  if (api?.listEvents) yield* api.listEvents(since, signal);
  else if (asking)
    for await (const payment of api?.listPayments?.(since, signal) ?? [])
      if (isCharge(payment)) yield asking.payloadOf(payment);
}

function isCharge({ status, email }: FoundPayment): boolean {
  return status === 'paid' && email !== null;
}
