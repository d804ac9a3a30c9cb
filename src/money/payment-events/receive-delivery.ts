import { uuidv7 } from '../../platform/ids.ts';
import {
  type Delivery,
  decodeBody,
  InvalidCardSignature,
  InvalidSignature,
  PROVIDERS,
  type ProviderName,
  type Unproven,
} from '../providers/index.ts';
import {
  actOnEvent,
  actOnStored,
  type Outcome,
  type PaymentEventDeps,
  readDelivery,
} from './act-on-event.ts';
import { insertEvent, selectUnacted } from './queries/events.ts';

export type Acknowledgement = { received: true; duplicate?: true; ignored?: true; reference?: string };

/** The sweep leaves an event alone for so long: the request that brought it is still acting on it. */
const SWEEP_AFTER_MS = 30_000;

/** Stores a delivery, then acts on it. Once it is stored, the sweep acts on it if this request cannot. */
export async function receiveDelivery(
  deps: PaymentEventDeps,
  { provider, headers, body }: { provider: ProviderName } & Pick<Unproven, 'headers' | 'body'>,
): Promise<Acknowledgement> {
  const now = deps.clock.now();
  const { webhook } = PROVIDERS[provider];
  const proof = webhook?.prove(deps.payments, { headers, body, now, production: deps.production }) ?? 'none';
  if (proof === 'none')
    throw webhook?.refusedWith === 400 ? new InvalidCardSignature() : new InvalidSignature();
  const payload = decodeBody(body);
  const inbound = { provider, payload, bodySigned: proof === 'body', receivedAt: now };
  return storeAndAct(deps, inbound, readDelivery(deps, inbound));
}

/** Acts on what the provider itself told us, so there is no signature to check. False when it was known before. */
export async function applyTold(
  deps: PaymentEventDeps,
  provider: ProviderName,
  told: object,
): Promise<boolean> {
  const payload = JSON.stringify(told);
  const inbound = { provider, payload, bodySigned: true, receivedAt: deps.clock.now() };
  const delivery = readDelivery(deps, inbound);
  if (delivery.notice.kind === 'nothing') return false;
  return !(await storeAndAct(deps, inbound, delivery)).duplicate;
}

type Inbound = { provider: ProviderName; payload: string; bodySigned: boolean; receivedAt: Date };

async function storeAndAct(
  deps: PaymentEventDeps,
  inbound: Inbound,
  delivery: Delivery,
): Promise<Acknowledgement> {
  const { provider, receivedAt } = inbound;
  const { dedupeKey, type, reference, notice } = delivery;
  const event = { id: uuidv7(receivedAt.getTime()), ...inbound, attempts: 0 };
  const why = notice.kind === 'nothing' ? notice.why : null;
  const dueAt = new Date(receivedAt.getTime() + SWEEP_AFTER_MS);
  const isNew = await insertEvent(deps.db, {
    ...event,
    dedupeKey,
    type,
    reference,
    ignoredBecause: why,
    dueAt,
  });
  if (isNew && why !== null) return { received: true, ignored: true };
  const outcome = isNew
    ? await actOnEvent(deps, event, delivery)
    : await actOnDelivered(deps, provider, dedupeKey);
  return acknowledge(outcome, reference);
}

/** An event that was delivered before and not acted on: that node died, or is acting on it now. */
async function actOnDelivered(
  deps: PaymentEventDeps,
  provider: ProviderName,
  dedupeKey: string,
): Promise<Outcome> {
  const unacted = await selectUnacted(deps.db, provider, dedupeKey);
  return unacted ? actOnStored(deps, unacted) : { status: 'duplicate' };
}

function acknowledge(outcome: Outcome, reference: string | null): Acknowledgement {
  const named = reference === null ? {} : { reference };
  if (outcome.status === 'duplicate') return { received: true, duplicate: true, ...named };
  const unknown = outcome.status === 'held' && outcome.accountId === null;
  if (outcome.status === 'ignored' || unknown) return { received: true, ignored: true };
  return { received: true, ...named };
}
