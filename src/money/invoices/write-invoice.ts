import type { Clock } from '../../platform/clock.ts';
import type { InvoicingConfig } from '../../platform/config/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import { lockWallet } from '../ledger/index.ts';
import { insertInvoice, insertRefund, type Purpose, reverseRefundRow } from './queries.ts';
import { includedTaxes } from './taxes.ts';

export type InvoicedPayment = {
  accountId: string;
  /** Identifies the payment. A reference that was seen before writes nothing. */
  reference: string;
  provider: string;
  purpose: Purpose;
  /** The plan that was paid for. Null if the payment was for prepaid credit. */
  plan: string | null;
  /** The amount that was paid, in US cents, taxes included. A payment of zero has no invoice. */
  cents: number;
  /** The amount that the provider charged, if that was in another currency. */
  charged?: { amountMinor: number; currency: string };
};

/** Call it in the transaction that acts on the payment. The wallet must exist. */
export async function writeInvoice(
  { tx, clock, invoicing }: { tx: Tx; clock: Clock; invoicing: InvoicingConfig },
  payment: InvoicedPayment,
): Promise<void> {
  const { accountId, reference, provider, purpose, plan, cents, charged } = payment;
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`cannot invoice ${cents} cents`);
  if (cents === 0) return;
  await lockWallet(tx, accountId);
  const account = await findAccount(tx, accountId);
  if (!account) throw new AccountNotFound();
  const { taxes, ...issuer } = invoicing;
  const now = clock.now();
  await insertInvoice(tx, {
    id: prefixedId('inv', now.getTime()),
    account_id: accountId,
    reference,
    provider,
    purpose,
    plan: purpose === 'plan' ? plan : null,
    cents,
    paid_minor: charged?.amountMinor ?? cents,
    currency: charged?.currency.toUpperCase() ?? 'USD',
    taxes: includedTaxes(cents, taxes),
    issuer,
    buyer: { name: account.name, email: account.email },
    issued_at: now,
  });
}

export type InvoiceRefund = {
  accountId: string;
  /** The one given to `writeInvoice`. Without such an invoice nothing is written. */
  paymentReference: string;
  /** Identifies the refund or dispute. A reference that was seen before writes nothing. */
  reference: string;
  cents: number;
};

/** Notes on the invoice that money went back to the payer. Only `takeBack` lowers the wallet. */
export async function refundInvoice(
  { tx, clock }: { tx: Tx; clock: Clock },
  refund: InvoiceRefund,
): Promise<void> {
  await insertRefund(tx, { ...refund, now: clock.now() });
}

/** Takes the refund of a dispute that was won off the invoice. */
export async function reverseRefund(
  { tx, clock }: { tx: Tx; clock: Clock },
  { reference }: { reference: string },
): Promise<void> {
  await reverseRefundRow(tx, reference, clock.now());
}
