import { type InvoicedPayment, writeInvoice } from '../invoices/index.ts';
import { currentWallet } from '../ledger/index.ts';
import type { Money } from '../providers/index.ts';
import { centsAt } from '../providers/index.ts';
import type { Acting } from './acting.ts';

type Billed = Pick<InvoicedPayment, 'accountId' | 'reference' | 'purpose' | 'plan'> & {
  paid: Money;
  /** What it was worth here, where that is known otherwise than by a rate. */
  cents?: number;
};

/** Writes the invoice of a payment. There is none for an amount that nobody can state in dollars. */
export async function billPayment(acting: Acting, billed: Billed): Promise<void> {
  const { production, payments, event } = acting;
  const { paid, cents: known, ...rest } = billed;
  const cents = known ?? (production ? centsAt(paid, payments.rates) : paid.minor);
  if (cents === null) return;
  const charged = { amountMinor: paid.minor, currency: paid.currency };
  // Accounts that are older than the ledger have no wallet yet.
  await currentWallet({ db: acting.tx, clock: acting.clock }, rest.accountId);
  await writeInvoice(acting, { ...rest, provider: event.provider, cents, charged });
}

export function invoiceReference(provider: string, invoiceId: string): string {
  return `invoice:${provider}:${invoiceId}`;
}

/** The other way round. */
export function invoiceIdOf(provider: string, reference: string): string {
  return reference.slice(invoiceReference(provider, '').length);
}

export function paymentReference(provider: string, paymentId: string): string {
  return `payment:${provider}:${paymentId}`;
}
