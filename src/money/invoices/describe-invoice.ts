import { planOf } from '../plans/index.ts';
import type { InvoiceRow } from './queries.ts';
import { netOf } from './taxes.ts';

/** Unique among all accounts: the end of an account's id is 48 random bits. */
export function numberOf({ account_id, number }: Pick<InvoiceRow, 'account_id' | 'number'>): string {
  return `${account_id.slice(-12).toUpperCase()}-${String(number).padStart(4, '0')}`;
}

export function descriptionOf({ purpose, plan }: Pick<InvoiceRow, 'purpose' | 'plan'>): string {
  return purpose === 'plan' ? `${planOf(plan ?? '').displayName} plan, one month` : 'Prepaid credit';
}

/** `minor` counts the smallest unit of the currency, such as cents. */
export function formatMoney(minor: number, currency: string): string {
  // A code that Intl refuses is shown as the provider sent it.
  if (!/^[A-Z]{3}$/.test(currency)) return `${minor} ${currency}`;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits).replaceAll('\u00a0', ' ');
}

export function viewOf(invoice: InvoiceRow) {
  return {
    id: invoice.id,
    number: numberOf(invoice),
    description: descriptionOf(invoice),
    purpose: invoice.purpose,
    plan: invoice.plan,
    provider: invoice.provider,
    amount_cents: invoice.cents,
    net_cents: netOf(invoice.cents, invoice.taxes),
    taxes: invoice.taxes,
    paid_minor: invoice.paid_minor,
    currency: invoice.currency,
    refunded_cents: invoice.refunded_cents,
    issued_at: invoice.issued_at.toISOString(),
    pdf: `/api/billing/invoices/${invoice.id}.pdf`,
  };
}
