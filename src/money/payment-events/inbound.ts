import type { PaymentsConfig } from '../../platform/config/index.ts';
import type { ProviderName } from '../providers/index.ts';
import { InvalidCardSignature, InvalidPayload, InvalidSignature, WebhookNotConfigured } from './errors.ts';
import type { Delivery, InboundProvider } from './notice.ts';
import { paidPlan } from './plan-table.ts';
import type { PlanOfPrice } from './read-card-subscriptions.ts';
import { readCardpay } from './read-cardpay.ts';
import { readFound } from './read-found.ts';
import { readProvB } from './read-provb.ts';
import { readProvC } from './read-provc.ts';
import { readProvD } from './read-provd.ts';
import {
  type Headers,
  headerOf,
  type Proof,
  proveProvB,
  proveProvC,
  proveProvD,
  proveTimestamped,
} from './signatures.ts';

export type InboundDeps = { payments: PaymentsConfig; production: boolean };

/** Throws unless the provider sent it. True when the signature also covers the body. */
export function checkSignature(
  deps: InboundDeps,
  provider: InboundProvider,
  headers: Headers,
  body: Buffer,
  now: Date,
): boolean {
  const proof = proofOf(deps, provider, headers, body, now);
  if (proof === 'none') throw provider === 'stripe' ? new InvalidCardSignature() : new InvalidSignature();
  return proof === 'body';
}

function proofOf(
  { payments, production }: InboundDeps,
  provider: InboundProvider,
  headers: Headers,
  body: Buffer,
  now: Date,
): Proof {
  switch (provider) {
    case 'stripe': {
      const secret = required(payments.stripe.webhookSecret, 'CARDPAY_WEBHOOK_SECRET');
      const header = headerOf(headers, 'cardpay-signature') ?? headerOf(headers, 'stripe-signature');
      return header === null ? 'none' : proveTimestamped(header, body, secret, now);
    }
    case 'paystack':
      return proveProvB(headers, body, required(payments.paystack.secretKey, 'PROVB_SECRET_KEY'), production);
    case 'flutterwave':
      return proveProvC(headers, body, required(payments.flutterwave.secretHash, 'PROVC_SECRET_HASH'));
    case 'dlocal': {
      const { webhookSecret, secretKey } = payments.dlocal;
      const secret = required(webhookSecret ?? secretKey, 'PROVD_WEBHOOK_SECRET');
      return proveProvD(headers, body, secret, secretKey ?? secret);
    }
  }
}

/** Understands a body; throws when it is not an event of the provider. */
export function readDelivery(payments: PaymentsConfig, provider: ProviderName, body: Buffer): Delivery {
  const delivery = read(payments, provider, body);
  const { notice } = delivery;
  if (notice.kind === 'payment' && notice.paid === null && notice.plan === null)
    throw new InvalidPayload('The amount is missing.');
  const minor = notice.kind === 'refund' || notice.kind === 'dispute' ? (notice.minor ?? 0) : 0;
  if (!Number.isSafeInteger(minor) || minor < 0) throw new InvalidPayload('The amount is not valid.');
  return delivery;
}

function read(payments: PaymentsConfig, provider: ProviderName, body: Buffer): Delivery {
  switch (provider) {
    case 'stripe':
      return readCardpay(body, plansOf(payments.stripe.plansByPrice));
    case 'paystack':
      return readProvB(body);
    case 'flutterwave':
      return readProvC(body);
    case 'dlocal':
      return readProvD(body);
    case 'ebanx':
    case 'yellowcard':
      return readFound(body);
  }
}

function plansOf(plansByPrice: ReadonlyMap<string, string>): PlanOfPrice {
  return (id) => paidPlan((id === null ? undefined : plansByPrice.get(id)) ?? null);
}

function required(secret: string | undefined, setting: string): string {
  if (!secret) throw new WebhookNotConfigured(setting);
  return secret;
}
