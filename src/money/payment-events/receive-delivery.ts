import { uuidv7 } from '../../platform/ids.ts';
import type { ProviderName } from '../providers/index.ts';
import { actOnEvent, type Outcome, type PaymentEventDeps } from './act-on-event.ts';
import { checkSignature, readDelivery } from './inbound.ts';
import type { Delivery, InboundProvider } from './notice.ts';
import { insertEvent, selectUnacted } from './queries/events.ts';
import type { Headers } from './signatures.ts';

export type Receipt = { received: true; duplicate?: true; ignored?: true; reference?: string };

/** The sweep leaves an event alone for so long: the request that brought it is still acting on it. */
const SWEEP_AFTER_MS = 30_000;

/** Stores a delivery, then acts on it. Once it is stored, the sweep acts on it if this request cannot. */
export async function receiveDelivery(
  deps: PaymentEventDeps,
  inbound: { provider: InboundProvider; headers: Headers; body: Buffer },
): Promise<Receipt> {
  const { provider, headers, body } = inbound;
  const now = deps.clock.now();
  const bodySigned = checkSignature(deps, provider, headers, body, now);
  const delivery = readDelivery(deps.payments, provider, body);
  return storeAndAct(deps, { provider, body, bodySigned, delivery, now });
}

export type Inbound = {
  provider: ProviderName;
  body: Buffer;
  bodySigned: boolean;
  delivery: Delivery;
  now: Date;
};

export async function storeAndAct(deps: PaymentEventDeps, inbound: Inbound): Promise<Receipt> {
  const { provider, body, bodySigned, delivery, now } = inbound;
  const { dedupeKey, type, reference, notice } = delivery;
  const event = {
    id: uuidv7(now.getTime()),
    provider,
    payload: body.toString('utf8'),
    bodySigned,
    attempts: 0,
    receivedAt: now,
  };
  const why = notice.kind === 'nothing' ? notice.why : null;
  const dueAt = new Date(now.getTime() + SWEEP_AFTER_MS);
  const isNew = await insertEvent(deps.db, {
    ...event,
    dedupeKey,
    type,
    reference,
    ignoredBecause: why,
    dueAt,
  });
  if (isNew && why !== null) return { received: true, ignored: true };
  // A delivery that was stored but not acted on: that node died, or is acting on it now.
  const unacted = isNew ? event : await selectUnacted(deps.db, provider, dedupeKey);
  const outcome: Outcome = unacted ? await actOnEvent(deps, unacted) : { status: 'duplicate' };
  return receiptOf(outcome, reference);
}

function receiptOf(outcome: Outcome, reference: string | null): Receipt {
  const named = reference === null ? {} : { reference };
  if (outcome.status === 'duplicate') return { received: true, duplicate: true, ...named };
  const unknown = outcome.status === 'held' && outcome.accountId === null;
  if (outcome.status === 'ignored' || unknown) return { received: true, ignored: true };
  return { received: true, ...named };
}
