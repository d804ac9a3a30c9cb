import type { PaymentsConfig } from '../../platform/config/index.ts';
import { InvalidCardSignature, InvalidPayload, InvalidSignature } from './errors.ts';
import { PROVIDERS, type ProviderName } from './list.ts';
import type { Delivery } from './notice.ts';
import { parseBody } from './payload.ts';
import type { Unproven } from './signatures.ts';

/** Throws unless the provider sent it. True when the signature also covers the body. */
export function checkSignature(config: PaymentsConfig, provider: ProviderName, delivery: Unproven): boolean {
  const { webhook } = PROVIDERS[provider];
  const proof = webhook?.prove(config, delivery) ?? 'none';
  if (proof === 'none')
    throw webhook?.refusedWith === 400 ? new InvalidCardSignature() : new InvalidSignature();
  return proof === 'body';
}

/** Understands a body; throws when it is not an event of the provider. */
export function readDelivery(config: PaymentsConfig, provider: ProviderName, body: string): Delivery {
  const delivery = PROVIDERS[provider].read(parseBody(body), config);
  const { notice } = delivery;
  if (notice.kind === 'payment' && notice.paid === null && notice.plan === null)
    throw new InvalidPayload('The amount is missing.');
  const minor = notice.kind === 'refund' || notice.kind === 'dispute' ? (notice.minor ?? 0) : 0;
  if (!Number.isSafeInteger(minor) || minor < 0) throw new InvalidPayload('The amount is not valid.');
  return delivery;
}
